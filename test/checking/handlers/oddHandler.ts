import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CheckReport } from '../../../src/shared/wireTypes.ts'
import { secret, signatureHeader } from './handler.ts'

/** One request as a handler of a few lines sees it. */
export interface Call {
  headers: IncomingMessage['headers']
  method: string
  body: Buffer
  response: ServerResponse
}

/** The work of a handler up to now, as a table in its database would show it. */
export interface Work {
  count: number
  ids: Set<string>
  calls: number
}

/** A handler, and the report that a check has to give of it: no more and no less. */
export interface OddHandler {
  name: string
  /** Absent: the service. */
  scheme?: string
  secret?: string
  /** `--settle`, ms. */
  settleMs?: number
  /** Its effects are not counted. */
  uncounted?: true
  only?: readonly string[]
  /** Returns the status, or answers itself. Throwing is a 500. */
  handle(call: Call, work: Work): number | undefined | Promise<number | undefined>
  grade: CheckReport['grade']
  /** Outcome and severity by probe, without passes. */
  findings: Record<string, string>
  /** Results that follow from one of the findings, by probe. */
  follows?: Record<string, string>
  /** The reason for which the run stopped. */
  stopped?: RegExp
  /** Text that the report must not have anywhere. */
  never?: RegExp
}

type Encoding = 'base64' | 'hex'
export const hmac = (data: string | Buffer, key: string | Buffer = secret, encoding: Encoding = 'base64') =>
  createHmac('sha256', key).update(data).digest(encoding)
export const given = ({ headers }: Call, name = signatureHeader) => String(headers[name] ?? '')
export const isRight = (call: Call) => call.method === 'POST' && given(call) === hmac(call.body)

export function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Does the work of a valid delivery, once for each id. */
export function workOnce(body: Buffer, work: Work, times = 1): number {
  const id = parsed(body)?.['id']
  if (id === undefined) return 400
  const key = JSON.stringify(id)
  if (!work.ids.has(key)) work.count += times
  work.ids.add(key)
  return 200
}

export function page(response: ServerResponse, text: string): undefined {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
  return undefined
}

/** The time and all signatures of a header of Stripe. */
function stripeParts(header: string): { time: string; signatures: string[] } {
  const valuesOf = (key: string) =>
    header.split(',').flatMap((pair) => (pair.trim().startsWith(`${key}=`) ? [pair.trim().slice(key.length + 1)] : []))
  return { time: valuesOf('t')[0] ?? '', signatures: valuesOf('v1') }
}

export const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
export const whsecBytes = Buffer.from(whsec.slice('whsec_'.length), 'base64')

export function stripe(call: Call, work: Work, key: string | Buffer): number {
  const { time, signatures } = stripeParts(given(call, 'stripe-signature'))
  if (!signatures.includes(hmac(Buffer.concat([Buffer.from(`${time}.`), call.body]), key, 'hex'))) return 401
  // As Stripe's own library: only too old is refused.
  if (!(Date.now() / 1000 - Number(time) <= 300)) return 401
  return workOnce(call.body, work)
}

export function standard(
  call: Call,
  message: (id: string, time: string) => string,
  key: string | Buffer,
  work: Work,
): number {
  const [id, time] = [given(call, 'webhook-id'), given(call, 'webhook-timestamp')]
  const signatures = given(call, 'webhook-signature').split(' ')
  if (!signatures.includes(`v1,${hmac(message(id, time), key)}`)) return 401
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return 401
  if (!work.ids.has(id)) work.count += 1
  work.ids.add(id)
  return 200
}

/** Results that follow from the finding of one probe. */
export const following = (cause: string, probes: readonly string[]) =>
  Object.fromEntries(probes.map((probe) => [probe, cause]))
