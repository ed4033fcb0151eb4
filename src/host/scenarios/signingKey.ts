import { createPublicKey } from 'node:crypto'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { readPrivateKey } from '../../engine/signature/keys/readPrivateKey.ts'

/** The public key that belongs to a private one, as a JWK where that names it, else as PEM. Throws ExpectedFailure. */
export function publicKeyOf(text: string): string {
  const read = readPrivateKey(text)
  if (!read.ok) throw new ExpectedFailure({ code: 'private-key-unusable', fields: { problem: read.code } })
  const { key, kid } = read.key
  const publicKey = createPublicKey(key)
  if (kid !== null) return JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid })
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}
