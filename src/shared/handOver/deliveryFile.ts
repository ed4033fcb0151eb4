import { base64Of } from '../basics/base64.ts'
import { requestWithoutCredentials } from '../credentials.ts'
import { proofNote } from '../redaction/redactionNote.ts'
import { bodyWithoutSecrets, isSecretInBody, withoutSecrets } from '../redaction/withoutSecrets.ts'
import type { Delivery, DeliveryFile } from '../wireTypes.ts'

/**
 * Returns a delivery with its bytes, verdict, explanation and attempts as one value for a JSON file. Replaces credentials,
 * the receiver's key, and signatures that the sender did not make. The body is unchanged unless it holds the secret. Pure.
 */
export function deliveryFile(delivery: Delivery, bytes: Uint8Array): DeliveryFile {
  const shown = withoutSecrets(delivery)
  const { headers, parameters, proof } = requestWithoutCredentials(delivery)
  const body = bodyWithoutSecrets(delivery, bytes)
  const inBody = body !== bytes
  return {
    format: 'hookscope-delivery',
    version: 1,
    delivery: shown,
    body: {
      base64: base64Of(body),
      size: delivery.size,
      complete: !delivery.truncated && !inBody,
      sha256: shown.sha256,
    },
    redactions: { headers, parameters, proof: inBody ? 'body' : proof === null ? null : 'header' },
    note: noteOf(delivery),
  }
}

/** Returns a note for the file's reader on the proof that was left out; null when it is included. Pure. */
export function noteOf(delivery: Delivery): string | null {
  if (isSecretInBody(delivery) && delivery.signature.received !== null) {
    return "The token in the body proves where the delivery came from and was left out, with the body's hash. Without it the delivery can't be checked again."
  }
  const { proof } = requestWithoutCredentials(delivery)
  return proof === null ? null : proofNote(proof)
}
