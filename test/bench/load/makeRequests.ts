import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { type LoadJob, secret, signatureHeader, target } from '../messages.ts'

const types = ['payment', 'transaction', 'kyc', 'document', 'wallet', 'asset']
const actions = ['create', 'update']

/** Random hex digits from one block, so that bodies differ at little cost. */
function hexSource(): (digits: number) => string {
  const block = randomBytes(1 << 20).toString('hex')
  let offset = 0
  return (digits) => {
    if (offset + digits > block.length) offset = digits % 7
    offset += digits
    return block.slice(offset - digits, offset)
  }
}

/** A notification as the service writes it, some 600 bytes. */
function notification(index: number, { type, id }: { type: number; id: string }, hex: (digits: number) => string) {
  const serial = index.toString(16).padStart(8, '0')
  const changes = Array.from({ length: 3 + (index % 3) }, (_, position) => ({
    field: `field-${position}`,
    before: hex(24),
    after: hex(24 + (index % 7)),
  }))
  return JSON.stringify({
    organizationId: 'b3f0ad8e-8a7e-4c2b-9d70-8f2a6f3b7c11',
    action: actions[index % actions.length],
    id: `${serial}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    resourceId: id,
    resourceType: types[type % types.length],
    createdAtUtc: '2024-05-01T12:00:00.0000000+00:00',
    changes,
  })
}

/** Complete signed requests, each ready for a single socket write. */
export function makeRequests(count: number, job: Pick<LoadJob, 'reuse' | 'bodyBytes' | 'target' | 'perObject'>) {
  const { reuse, bodyBytes, perObject = 1 } = job
  const hex = hexSource()
  const key = createSecretKey(Buffer.from(secret))
  let object = { type: 0, id: '' }
  return Array.from({ length: count }, (_, index) => {
    if (index % perObject === 0) {
      object = { type: index / perObject, id: `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}` }
    }
    const body = bodyBytes === null ? Buffer.from(notification(index, object, hex)) : randomBytes(bodyBytes)
    const head = [
      `POST ${job.target ?? target} HTTP/1.1`,
      'content-type: application/json; charset=utf-8',
      `traceparent: 00-${hex(32)}-${hex(16)}-00`,
      'request-context: appId=cid-v1:bench',
      `content-length: ${body.length}`,
      'host: 127.0.0.1',
      `connection: ${reuse ? 'keep-alive' : 'close'}`,
      `${signatureHeader}: ${createHmac('sha256', key).update(body).digest('base64')}`,
    ]
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
  })
}
