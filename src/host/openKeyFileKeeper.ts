import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StoreCannotOpen } from '../engine/store/types.ts'
import { onlyForOwner } from './onlyForOwner.ts'
import type { SecretKeeper } from './types.ts'

const version = 'v1'

/**
 * Seals secrets with AES-256-GCM and a random key in a file beside the data, readable by its owner only. It keeps secrets
 * out of the database, backups and exports; it does not protect from someone who can read this user's files.
 * @param warn told when others could read the key so far
 */
export function openKeyFileKeeper(dataFolder: string, warn: (message: string) => void = () => undefined): SecretKeeper {
  const file = join(dataFolder, 'secrets.key')
  const key = readOrMakeKey(file)
  // A copy, an archive or a hand may have widened its rights; what is said of it must be true.
  const { isPrivate, remark } = onlyForOwner(file)
  if (remark !== null) warn(remark)
  const description = isPrivate
    ? `Secrets are sealed with a key file that only this user can read: ${file}`
    : `Secrets are sealed with a key file, which others on this machine may be able to read: ${file}`
  return aesKeeper(key, remark === null || !isPrivate ? description : `${description}. ${remark}`)
}

/** Seals with a key of 32 bytes. A sealed text is `v1:` and base64url of nonce (12 bytes), tag (16) and ciphertext. */
export function aesKeeper(key: Uint8Array, description: string): SecretKeeper {
  return {
    description,
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
        // Another key, or changed bytes: the secret counts as not set and is asked for again.
        return null
      }
    },
  }
}

function readOrMakeKey(file: string): Uint8Array {
  if (existsSync(file)) {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
    if (key.length === 32) return key
    // Not ours to throw away: whatever it is, it stays beside the new one.
    renameSync(file, `${file}.${Date.now()}.broken`)
  } else if (existsSync(`${file}.sealed`)) {
    throw new StoreCannotOpen(
      'other-keeper',
      `The secrets in ${dirname(file)} are sealed with a key that the desktop app keeps in the system's store. Use the desktop app with this folder, or choose another folder with --data.`,
    )
  }
  return makeKey(file)
}

/** The key is on disk before the first secret that needs it: a database that outlives its key would be worth nothing. */
function makeKey(file: string): Uint8Array {
  const key = randomBytes(32)
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, `${key.toString('base64url')}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return key
}
