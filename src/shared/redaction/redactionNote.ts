import { commentText } from '../verifyCode/programText.ts'
import type { DeliveryFile } from '../wireTypes.ts'

/** A note about the parts that are not in a file, as a sentence; null where nothing keeps it from being checked again. Pure. */
export function noteOfRedactions({ body, proof, headers, unread }: DeliveryFile['redactions']): string | null {
  const notes = [
    body === 'redacted'
      ? "Parts of the body were replaced, so neither its hash nor its signature is in this file and its signature can't be checked again. The verdict is as seen by the sender of this file."
      : null,
    body === 'left-out'
      ? `The body was left out, because it could not be searched${unread === undefined ? '' : ` (${unreadWords[unread]})`}. Neither its hash nor its signature is in this file. The verdict is as seen by the sender of this file.`
      : null,
    proof === 'body'
      ? "The token in the body proves where the delivery came from and was left out, with the body's hash. Without it the delivery can't be checked again."
      : null,
    proof === 'header' ? proofNote(headers.at(0) ?? 'A header') : null,
    proof === 'address'
      ? "The signature covers the public address, and that was left out: the delivery can't be checked again."
      : null,
    body === undefined && unread !== undefined
      ? `The body was not searched for credentials: ${unreadWords[unread]}.`
      : null,
  ].filter((note) => note !== null)
  return notes.length === 0 ? null : notes.join(' ')
}

/** Says what cannot be done without the proof. */
export function proofNote(header: string): string {
  return `${commentText(header)} proves where the delivery came from. Without its value the delivery can't be checked again.`
}

const unreadWords = {
  encoded: 'it is compressed',
  binary: 'it is no UTF-8 text',
  'too-deep': 'it is nested too deeply',
} as const
