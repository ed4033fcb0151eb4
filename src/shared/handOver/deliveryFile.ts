import { mapTexts } from '../basics/mapTexts.ts'
import type { HeaderLine } from '../model.ts'
import { splitReceiverTarget, withoutReceiverKey } from '../receiverKey.ts'
import { addressWithoutCredentials, redacted, requestWithoutCredentials, withoutCredentials } from '../credentials.ts'
import { base64Of, proofNote } from '../requestText/outgoingRequest.ts'
import type { Attempt, Delivery, DeliveryFile } from '../wireTypes.ts'

/**
 * A delivery with its bytes, verdict, explanation and attempts, as one value for a JSON file. Credentials and the key of the
 * receiver's path are replaced; so is a right signature for bytes that nobody signed. The body stays as it came. Pure.
 */
export function deliveryFile(delivery: Delivery, bytes: Uint8Array): DeliveryFile {
  const shown = withoutSecrets(delivery)
  const { headers, parameters, proof } = requestWithoutCredentials(delivery)
  const inBody = tokenInBody(delivery) !== null
  return {
    format: 'hookscope-delivery',
    version: 1,
    delivery: shown,
    body: {
      base64: base64Of(bodyWithoutToken(delivery, bytes)),
      size: delivery.size,
      complete: !delivery.truncated && !inBody,
      sha256: shown.sha256,
    },
    redactions: { headers, parameters, proof: inBody ? 'body' : proof === null ? null : 'header' },
    note: noteOf(delivery),
  }
}

/** What a reader of the file must know of what is not in it; null where nothing is missing. Pure. */
export function noteOf(delivery: Delivery): string | null {
  if (tokenInBody(delivery) !== null) {
    return "The token in the body proves where the delivery came from and was left out, with the body's hash. Without it the delivery can't be checked again."
  }
  const { proof } = requestWithoutCredentials(delivery)
  return proof === null ? null : proofNote(proof)
}

/** The secret itself, where it is in the body and not in a header; null otherwise. */
function tokenInBody({ signature }: Delivery): string | null {
  const isIn = signature.carriesSecret && signature.header === '' && signature.received !== redacted
  return isIn ? signature.received : null
}

/** The body as others may see it: without the secret that some senders put in it. Pure. */
export function bodyWithoutToken(delivery: Delivery, bytes: Uint8Array): Uint8Array {
  const token = tokenInBody(delivery)
  if (token === null) return bytes
  // As latin1, which every byte survives.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const written = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)].map(latin1Of)
  const clean = written.reduce((rest, form) => rest.replaceAll(form, redacted), text)
  // Written in a way that is not known here, it cannot be found: nothing of the body goes along then.
  if (clean === text) return new Uint8Array()
  return Uint8Array.from(clean, (character) => character.charCodeAt(0))
}

function latin1Of(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
}

/** What of a delivery others may see. Pure. */
export function withoutSecrets(delivery: Delivery): Delivery {
  const { signature } = delivery
  const clean = requestWithoutCredentials(delivery)
  const inBody = tokenInBody(delivery) !== null
  // Where the header is named for a credential, what the check says of it is one, too.
  const isLeftOut = clean.proof !== null || inBody
  // Where the signature is right, it is the one that came.
  const isRight = signature.expected !== null && signature.received?.includes(signature.expected) === true
  const shown: Delivery = {
    ...delivery,
    target: clean.target,
    headers: clean.lines,
    trailers: withoutCredentials(delivery.trailers).lines,
    ...(inBody ? { sha256: redacted } : {}),
    signature: {
      ...signature,
      ...(isLeftOut
        ? { received: signature.received === null ? null : redacted, signatures: signature.signatures.map(hidden) }
        : {}),
      ...(inBody ? { signed: { ...signature.signed, sha256: redacted, first: '', last: '' } } : {}),
      expected: signature.expected === null || (isRight && !isLeftOut) ? signature.expected : redacted,
    },
    attempts: delivery.attempts.map((attempt) => shownAttempt(attempt, delivery.headers)),
  }
  const key = splitReceiverTarget(delivery.target)?.key ?? null
  return key === null ? shown : withoutKey(shown, key)
}

function hidden<T extends { text: string }>(signature: T): T {
  return { ...signature, text: redacted }
}

function shownAttempt(attempt: Attempt, came: readonly HeaderLine[]): Attempt {
  const requestHeaders = withoutCredentials(attempt.requestHeaders).lines
  return {
    ...attempt,
    // It may have been sent to another receiver of ours.
    url: addressWithoutCredentials(withoutReceiverKey(attempt.url, splitReceiverTarget(attempt.url)?.key ?? null)).text,
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
  return mapTexts(delivery, (text) => withoutReceiverKey(text, key))
}
