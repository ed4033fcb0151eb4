import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { HeaderLine } from '../../shared/model.ts'
import type { DeliveryFile } from '../../shared/wireTypes.ts'
import { recognizeSenders } from '../store/index/recognizeSenders.ts'

const pair = z.object({ name: z.string(), value: z.string() })

/** The request in an entry of an HTTP archive (1.2). */
const entrySchema = z.object({
  startedDateTime: z.string(),
  request: z.object({
    method: z.string().max(40),
    url: z.string(),
    httpVersion: z.string().catch('HTTP/1.1'),
    headers: z.array(pair).catch([]),
    postData: z
      .object({
        text: z.string().catch(''),
        params: z.array(z.object({ name: z.string(), value: z.string().catch('') })).optional(),
        _encoding: z.string().optional(),
        encoding: z.string().optional(),
      })
      .optional(),
    bodySize: z.number().catch(-1),
  }),
  response: z.object({ status: z.number().int().catch(0) }).catch({ status: 0 }),
})

/** The entries of a HAR as deliveries, with those that are none as they came; null where it is no HAR. Pure. */
export function harDeliveries(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null || !('log' in value)) return null
  const { log } = value
  if (typeof log !== 'object' || log === null || !('entries' in log) || !Array.isArray(log.entries)) return null
  return log.entries.map((entry: unknown, place) => {
    const parsed = entrySchema.safeParse(entry)
    return parsed.success ? deliveryOf(parsed.data, place + 1) : entry
  })
}

function deliveryOf({ startedDateTime, request, response }: z.infer<typeof entrySchema>, number: number): DeliveryFile {
  const bytes = bodyOf(request.postData)
  const at = Date.parse(startedDateTime)
  const receivedAt = new Date(Number.isNaN(at) ? 0 : at).toISOString()
  const headers = request.headers
    .filter(({ name }) => !name.startsWith(':'))
    .map(({ name, value }): HeaderLine => [name, value])
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const [sender] = recognizeSenders(headers.flat(), undefined)
  return {
    format: 'hookscope-delivery',
    version: 1,
    delivery: {
      ...plain,
      id: String(number),
      receivedAt,
      method: request.method,
      size: bytes.length,
      target: url === null ? request.url : url.pathname + url.search,
      httpVersion: /(\d(?:\.\d)?)$/.exec(request.httpVersion)?.[1] ?? '1.1',
      headers,
      sha256,
      answeredStatus: response.status,
      signature: {
        ...plain.signature,
        scheme: sender?.scheme ?? 'unknown',
        signed: { size: bytes.length, sha256, first: '', last: '' },
      },
    },
    // A body of which only the size is known is missing.
    body: {
      base64: bytes.toString('base64'),
      size: bytes.length,
      complete: bytes.length > 0 || request.bodySize <= 0,
      sha256,
    },
    redactions: { headers: [], parameters: [], proof: null },
    note: null,
  }
}

function bodyOf(postData: z.infer<typeof entrySchema>['request']['postData']): Buffer {
  if (postData === undefined) return Buffer.alloc(0)
  const { text, params, _encoding, encoding } = postData
  if (text !== '') return Buffer.from(text, (_encoding ?? encoding) === 'base64' ? 'base64' : 'utf8')
  return Buffer.from(
    new URLSearchParams(params?.map(({ name, value }): [string, string] => [name, value]) ?? []).toString(),
  )
}

/** Fields that a HAR does not have. */
const plain: DeliveryFile['delivery'] = {
  id: '0',
  environmentId: 'har',
  receivedAt: new Date(0).toISOString(),
  method: 'POST',
  size: 0,
  verdict: 'no-secret',
  notificationId: null,
  resourceType: null,
  resourceId: null,
  action: null,
  headline: null,
  duplicate: false,
  nth: null,
  retried: false,
  sentToReceivedMs: null,
  cameLate: false,
  pinned: false,
  note: null,
  answeredStatus: 0,
  followUp: { state: 'none', status: null, reason: null },
  target: '/',
  httpVersion: '1.1',
  headers: [],
  trailers: [],
  peer: { address: '127.0.0.1', port: 0 },
  tunnel: null,
  claimedAddress: null,
  truncated: false,
  contentLength: null,
  sha256: '',
  createdAtUtc: null,
  organizationId: null,
  changes: null,
  looksLike: [],
  answeredBy: null,
  notificationProblem: null,
  committedAt: null,
  answeredAt: null,
  timing: {
    legs: {
      sentToReceived: null,
      receivedToCommitted: null,
      committedToAnswered: null,
      receivedToAnswered: null,
      receivedToFetched: null,
    },
    senderClockAheadMs: null,
    inTime: null,
    late: false,
    nth: null,
    of: null,
    kind: null,
    remarks: [],
    notes: [],
  },
  signature: {
    verdict: 'no-secret',
    scheme: 'unknown',
    header: '',
    received: null,
    expected: null,
    secret: null,
    signatures: [],
    bodyProven: false,
    bodyFields: null,
    carriesSecret: false,
    malformed: null,
    malformedWhy: null,
    cannotTell: null,
    age: null,
    ageProblem: null,
    ageWhy: null,
    signed: { size: 0, sha256: '', first: '', last: '' },
    explanation: { state: 'not-searched', findings: [], ruledOut: [], notTried: [], tried: 0, complete: true },
  },
  attempts: [],
}
