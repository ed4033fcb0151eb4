import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface SecretKeeper {
  /** How secrets are stored, as a sentence for the user. */
  description: string
  seal(text: string): string
  /** Returns null when the text cannot be opened, for example because the key is gone. */
  unseal(sealed: string): string | null
  /** Returns 8 hex digits that identify a text and reveal nothing without the key. */
  fingerprint(text: string): string
}

const version = 'v1'

/** Matches a sealed text as a JSON string. */
export const sealedInJson = /"v1:[\w-]{38,}"/

/** Seals with a key of 32 bytes. A sealed text is `v1:` and base64url of nonce (12 bytes), tag (16) and ciphertext. */
export function aesKeeper(key: Uint8Array, description: string): SecretKeeper {
  const fingerprintKey = Buffer.from(hkdfSync('sha256', key, '', 'hookscope fingerprints', 32))
  return {
    description,
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text, 'utf8').digest('hex').slice(0, 8),
    seal: (text) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${version}:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    unseal: (sealed) => {
      if (!sealed.startsWith(`${version}:`)) return null
      const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        decipher.setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        // A different key or changed bytes: the secret counts as not set, and the user has to enter it again.
        return null
      }
    },
  }
}
