import type { AnswerEnding } from '../../../shared/codes/responses.ts'
import type { AnswerRecord, DeliveryHandshake, DeliveryTunnel, Verdict } from '../../../shared/model.ts'
import type { NewDelivery } from '../records/deliveries.ts'

/** Everything about a delivery but its id and its body, as the truth table keeps it. */
export interface DeliveryHead {
  environmentId: string
  verdict: Verdict
  secretId: string | null
  answeredStatus: number
  method: string
  target: string
  httpVersion: string
  headers: string[]
  trailers: string[]
  truncated: boolean
  size: number
  contentLength: number | null
  receivedAt: number
  peerAddress: string
  peerPort: number
  tunnel: DeliveryTunnel | null
  handshake: DeliveryHandshake | null
  answer: AnswerRecord | null
  /** A late answer: when it went out, ms since the epoch, and how that ended. */
  late: { answeredAt: number | null; ending: AnswerEnding } | null
}

/** The order of the columns in a stored head. The last ones are left out where they say nothing. */
type HeadRow = [
  environmentId: string,
  verdict: Verdict,
  secretId: string | null,
  answeredStatus: number,
  method: string,
  target: string,
  httpVersion: string,
  headers: readonly string[],
  trailers: readonly string[],
  truncated: 0 | 1,
  size: number,
  contentLength: number | null,
  receivedAt: number,
  peerAddress: string,
  peerPort: number,
  tunnel?: DeliveryTunnel | null,
  handshake?: DeliveryHandshake | null,
  answer?: AnswerRecord,
]

/**
 * A delivery's head as JSON text. A list without names, because this runs on the thread that serves requests
 * and its length is written to disk for every delivery.
 */
export function encodeHead(delivery: NewDelivery): string {
  const request = delivery.request
  const row: HeadRow = [
    delivery.environmentId,
    delivery.verdict,
    delivery.secretId,
    delivery.answeredStatus,
    request.method,
    request.target,
    request.httpVersion,
    request.headers,
    request.trailers,
    request.truncated ? 1 : 0,
    request.size,
    request.contentLength,
    request.receivedAt,
    request.peer.address,
    request.peer.port,
  ]
  const { tunnel = null, handshake = null, answer = null } = delivery
  if (tunnel !== null || handshake !== null || answer !== null) row.push(tunnel)
  if (handshake !== null || answer !== null) row.push(handshake)
  if (answer !== null) row.push(answer)
  return JSON.stringify(row)
}

const decoder = new TextDecoder()

/** The columns that headOf reads, of `deliveries AS d` with laterFacts joined. */
export const headColumns =
  'd.head, v.verdict AS later_verdict, v.secret_id AS later_secret_id, w.status AS late_status, w.answered_at AS late_answered_at, w.ending AS late_ending'

/** Joins what a later check found and a late answer: both override what was known at receipt. */
export const laterFacts =
  'LEFT JOIN later_verdicts AS v ON v.delivery_id = d.id LEFT JOIN late_answers AS w ON w.delivery_id = d.id'

/**
 * Reads a head back from a row with headColumns, with the newest verdict and the late answer.
 * Throws when the stored bytes are not a head: the file was tampered with.
 */
export function headOf(columns: Record<string, unknown>): DeliveryHead {
  const row = JSON.parse(decoder.decode(columns['head'] as Uint8Array)) as HeadRow
  const later = columns['later_verdict'] as Verdict | null
  return {
    environmentId: row[0],
    verdict: later ?? row[1],
    secretId: later === null ? row[2] : (columns['later_secret_id'] as string | null),
    answeredStatus: (columns['late_status'] as number | null) ?? row[3],
    method: row[4],
    target: row[5],
    httpVersion: row[6],
    headers: [...row[7]],
    trailers: [...row[8]],
    truncated: row[9] === 1,
    size: row[10],
    contentLength: row[11],
    receivedAt: row[12],
    peerAddress: row[13],
    peerPort: row[14],
    tunnel: row[15] ?? null,
    handshake: row[16] ?? null,
    answer: row[17] ?? null,
    late: lateOf(columns),
  }
}

function lateOf(columns: Record<string, unknown>): DeliveryHead['late'] {
  const ending = columns['late_ending'] as AnswerEnding | null
  return ending === null ? null : { answeredAt: columns['late_answered_at'] as number | null, ending }
}
