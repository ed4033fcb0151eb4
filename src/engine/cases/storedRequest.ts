import type { CapturedRequest } from '../../shared/model.ts'
import type { DeliveryFile } from '../../shared/wireTypes.ts'

/** The request of a delivery out of a file. */
export function requestOf({ delivery, body }: DeliveryFile, bytes: Uint8Array): CapturedRequest {
  return {
    method: delivery.method,
    target: delivery.target,
    httpVersion: delivery.httpVersion,
    headers: delivery.headers.flat(),
    trailers: delivery.trailers.flat(),
    body: bytes,
    truncated: delivery.truncated || !body.complete,
    size: delivery.size,
    contentLength: delivery.contentLength,
    receivedAt: Date.parse(delivery.receivedAt),
    peer: delivery.peer,
  }
}
