import type { LoadJob } from './messages.ts'

/** One line of the table: a kind of load, and who is measured under it. */
export interface Case {
  name: string
  what: string
  job: Omit<LoadJob, 'port'>
  subjects: readonly string[]
  /** Not part of a quick run, or of no run that does not name it. */
  only?: 'full' | 'named'
}

/** `hookscope` is `serve` as it is started, with a page open, and a service that answers follow-ups; `unreachable`: one that does not. */
const both = ['reference', 'hookscope'] as const

function closed(name: string, what: string, connections: number, reuse: boolean, subjects: readonly string[]): Case {
  return { name, what, subjects, job: { connections, reuse, rate: null, duration: 2000, bodyBytes: null } }
}

export const cases: readonly Case[] = [
  closed('keep-1', '1 connection, kept alive', 1, true, both),
  closed('keep-10', '10 connections, kept alive', 10, true, both),
  closed('keep-50', '50 connections, kept alive', 50, true, [...both, 'unreachable', 'mockttp', 'fastify']),
  closed('keep-200', '200 connections, kept alive', 200, true, both),
  closed('new-50', '50 at a time, a new connection each', 50, false, both),
  closed('new-200', '200 at a time, a new connection each', 200, false, both),
  {
    name: 'open-1000',
    what: 'open loop, 1,000 a second; the floor appends the same bytes to a file and answers after a sync for all that came',
    subjects: ['reference', 'floor', 'hookscope'],
    job: { connections: 50, reuse: true, rate: 1000, duration: 3000, bodyBytes: null },
  },
  {
    name: 'large-3',
    what: 'open loop, 3 a second of 10 MB',
    subjects: both,
    job: { connections: 4, reuse: true, rate: 3, duration: 3000, bodyBytes: 10_000_000 },
    only: 'full',
  },
  {
    ...closed(
      'parts-200',
      '200 connections: the receiver alone, with verification, with the store, all of it',
      200,
      true,
      [...both, 'receiver', 'verifying', 'store'],
    ),
    only: 'named',
  },
]
