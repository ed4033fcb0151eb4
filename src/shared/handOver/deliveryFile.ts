import type { HeaderLine } from '../model.ts'
import { splitReceiverTarget, withoutReceiverKey } from '../receiverKey.ts'
import { base64Of } from '../requestText/outgoingRequest.ts'
import { redacted, withoutCredentials } from '../requestText/withoutCredentials.ts'
import type { Attempt, Delivery } from '../wireTypes.ts'

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
  const { signature } = delivery
  // Where the signature is right, it is the one that came.
  const isRight = signature.expected !== null && signature.received?.includes(signature.expected) === true
  const shown: Delivery = {
    ...delivery,
    headers: withoutCredentials(delivery.headers).lines,
    trailers: withoutCredentials(delivery.trailers).lines,
    signature: { ...signature, expected: isRight || signature.expected === null ? signature.expected : redacted },
    attempts: delivery.attempts.map((attempt) => shownAttempt(attempt, delivery.headers)),
  }
  const key = splitReceiverTarget(delivery.target)?.key ?? null
  return key === null ? shown : withoutKey(shown, key)
}

function shownAttempt(attempt: Attempt, came: readonly HeaderLine[]): Attempt {
  const requestHeaders = withoutCredentials(attempt.requestHeaders).lines
  return {
    ...attempt,
    // It may have been sent to another receiver of ours.
    url: withoutReceiverKey(attempt.url, splitReceiverTarget(attempt.url)?.key ?? null),
    requestHeaders: attempt.replayed?.signedAnew === true ? withoutNew(requestHeaders, came) : requestHeaders,
    responseHeaders: withoutCredentials(attempt.responseHeaders).lines,
  }
}

/** What was signed again has a right signature for bytes that, as far as anybody knows, nobody signed. */
function withoutNew(lines: readonly HeaderLine[], came: readonly HeaderLine[]): HeaderLine[] {
  const known = new Set(came.map((line) => line.join(':')))
  return lines.map(([name, value]) => [name, known.has(`${name}:${value}`) ? value : redacted])
}

/** The key may be in any text: a signature may cover the address, and some proxies repeat it. */
function withoutKey(delivery: Delivery, key: string): Delivery {
  const text = JSON.stringify(delivery, (_name, value: unknown) =>
    typeof value === 'string' ? withoutReceiverKey(value, key) : value,
  )
  return JSON.parse(text) as Delivery
}
