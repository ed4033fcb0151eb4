import type { HeaderLine } from '../model.ts'
import { splitReceiverTarget, withoutReceiverKey } from '../receiverKey.ts'
import { base64Of } from '../requestText/outgoingRequest.ts'
import { redacted, withoutCredentials } from '../requestText/withoutCredentials.ts'
import type { Delivery } from '../wireTypes.ts'

/** A delivery to be handed to somebody else, without what would let that person act as one of us. */
export interface DeliveryFile {
  format: 'hookscope-delivery'
  version: 1
  delivery: Delivery
  /** The bytes that are kept, in base64. */
  body: { base64: string; size: number; complete: boolean; sha256: string }
}

/**
 * A delivery with its bytes, verdict, explanation and attempts, as one value for a JSON file. Credentials and the key of the
 * receiver's path are replaced; so is a right signature for bytes that nobody signed. The body stays as it came. Pure.
 */
export function deliveryFile(delivery: Delivery, bytes: Uint8Array): DeliveryFile {
  const shown = withoutSecrets(delivery)
  const { size, truncated, sha256 } = delivery
  return {
    format: 'hookscope-delivery',
    version: 1,
    delivery: shown,
    body: { base64: base64Of(bytes), size, complete: !truncated, sha256 },
  }
}

/** What of a delivery others may see. Pure. */
export function withoutSecrets(delivery: Delivery): Delivery {
  const key = splitReceiverTarget(delivery.target)?.key ?? null
  const clean = (lines: readonly HeaderLine[]) =>
    withoutCredentials(lines).lines.map(([name, value]): HeaderLine => [name, withoutReceiverKey(value, key)])
  const { signature } = delivery
  // Where the signature is right, it is the one that came.
  const isRight = signature.expected !== null && signature.received?.includes(signature.expected) === true
  return {
    ...delivery,
    target: withoutReceiverKey(delivery.target, key),
    headers: clean(delivery.headers),
    trailers: clean(delivery.trailers),
    signature: { ...signature, expected: isRight || signature.expected === null ? signature.expected : redacted },
    attempts: delivery.attempts.map((attempt) => ({
      ...attempt,
      url: withoutReceiverKey(attempt.url, key),
      requestHeaders: clean(attempt.requestHeaders),
      responseHeaders: clean(attempt.responseHeaders),
    })),
  }
}
