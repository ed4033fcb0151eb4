import { createHash, randomBytes } from 'node:crypto'
import type { HeaderLine } from '../../shared/model.ts'
import { clockHeader } from '../../shared/clock/clockHeader.ts'

export interface HeaderFacts {
  notificationId: string
  /** Identifies the sandbox's installation; shown in request-context. */
  appId: string
  /** Host of the receiver, with port, as in a URL. */
  host: string
  contentLength: number
  signatureHeader: string
  /** Null: the delivery goes out unsigned. */
  signature: string | null
  /** How far the clock of its notification was ahead, ms; undefined: it was the real one. */
  aheadMs: number | undefined
}

/**
 * The headers of a delivery as one flat list of names and values, in order (interface document, section 6.2).
 * The trace belongs to the notification, over all its attempts; the span belongs to this one attempt.
 */
export function deliveryHeaders(facts: HeaderFacts): string[] {
  const trace = createHash('sha256').update(facts.notificationId).digest('hex').slice(0, 32)
  const span = randomBytes(8).toString('hex')
  const lines: HeaderLine[] = [
    ['content-type', 'application/json; charset=utf-8'],
    ['traceparent', `00-${trace}-${span}-00`],
    ['request-id', `|${trace}.${span}.`],
    ['request-context', `appId=cid-v1:${facts.appId}`],
    ['content-length', String(facts.contentLength)],
    ['host', facts.host],
    ['connection', 'close'],
  ]
  const signature: HeaderLine[] = facts.signature === null ? [] : [[facts.signatureHeader, facts.signature]]
  const ahead: HeaderLine[] = facts.aheadMs === undefined ? [] : [[clockHeader, String(facts.aheadMs)]]
  return [...lines, ...signature, ...ahead].flat()
}
