import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ReadyLine } from '../../build/startServe.ts'
import { type Child, childOf, startChild } from '../child.ts'
import { secret } from '../messages.ts'

export interface BenchServe extends Child {
  port: number
  /** Where its API is, such as "http://127.0.0.1:4680/api/v1", and the key to it. */
  api: string
  token: string
  /** From the start of its process until it listened, ms. */
  startedMs: number
  environmentId: string
  /** The path that deliveries of the bench's environment are posted to. */
  target: string
  /** Sizes of its files, bytes; 0 where there is none. */
  sizes(): { data: number; log: number; index: number; indexLog: number }
  /** Resident memory, bytes. */
  resident(): number
  health(): Promise<Health>
  /** Resolves when everything that came is searchable. */
  settled(): Promise<void>
}

interface Health {
  indexBehind: number
  followUps: { waiting: number; failed: number }
}

export interface BenchServeOptions {
  folder: string
  /** The service that is asked for what deliveries name; null: without one nothing is asked for. */
  service: 'answers' | 'silent' | null
  /** Whether a page is open and reads the feed. */
  page: boolean
  execArgv?: readonly string[]
}

/** The built `hookscope serve` as users start it, with an environment whose deliveries are verified. Needs `npm run build`. */
export async function startBenchServe(options: BenchServeOptions): Promise<BenchServe> {
  const command = resolve('out/main/hookscope.js')
  if (!existsSync(command)) throw new Error('The bench measures what is built: run `npm run build` first.')
  const service =
    options.service === null ? null : startChild(new URL('serviceProcess.ts', import.meta.url), [options.service])
  const args = ['serve', '--json', '--data', options.folder, '--ui-port', '0', '--receiver-port', '0']
  const execArgv = ['--import', probeUrl(), ...(options.execArgv ?? [])]
  const startedAt = performance.now()
  const process = fork(command, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv })
  const child = childOf(process)
  const [line] = (await once(process.stdout ?? process, 'data')) as [Buffer]
  const startedMs = performance.now() - startedAt
  const ready = JSON.parse(line.toString()) as ReadyLine
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' }
    const answer = await fetch(ready.api + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const url = service === null ? '' : await service.call<string>('url')
  const access = {
    authUrl: url,
    baseUrl: url,
    clientId: 'bench',
    audience: 'bench',
    username: 'bench',
    password: 'bench',
  }
  const known = await call<{ id: string; name: string; receiverPath: string }[]>('GET', '/environments')
  const settings = { sharedSecret: secret, ...(service === null ? {} : access) }
  const before = known.find(({ name }) => name === 'Bench')
  const environment =
    before ??
    (await call<{ id: string; receiverPath: string }>('POST', '/environments', { name: 'Bench', ...settings }))
  if (before !== undefined && service !== null) await call('PATCH', `/environments/${before.id}`, access)
  await call('POST', `/environments/${environment.id}/activate`)
  const page = options.page ? startChild(new URL('feedProcess.ts', import.meta.url), []) : null
  await page?.call({ origin: new URL(ready.api).origin, token: ready.token })
  const sizeOf = (name: string) => statSync(join(options.folder, name), { throwIfNoEntry: false })?.size ?? 0
  const health = async () => (await call<{ health: Health }>('GET', '/status')).health
  return {
    ...child,
    port: Number(new URL(ready.receiver).port),
    api: ready.api,
    token: ready.token,
    startedMs,
    environmentId: environment.id,
    target: environment.receiverPath,
    sizes: () => ({
      data: sizeOf('deliveries.db'),
      log: sizeOf('deliveries.db-wal'),
      index: sizeOf('index.db'),
      indexLog: sizeOf('index.db-wal'),
    }),
    resident: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    health,
    settled: async () => {
      while ((await health()).indexBehind > 0) await pause(250)
    },
    stop: async () => {
      await page?.stop()
      await child.stop()
      await service?.stop()
    },
  }
}

/** Every thread loads the probe: as TypeScript it would bring what strips the types into each, which is 7 MB. */
function probeUrl(): string {
  const source = readFileSync(new URL('probeProcess.ts', import.meta.url), 'utf8')
  return `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(source))}`
}
