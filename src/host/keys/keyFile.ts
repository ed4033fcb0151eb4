import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { aesKeeper, type SecretKeeper } from './aesKeeper.ts'
import { KeyUnavailable } from './keyUnavailable.ts'
import { onlyForOwner } from '../files/onlyForOwner.ts'

/** The key's file in the data folder. */
export const keyFileName = 'secrets.key'

/**
 * Seals secrets with AES-256-GCM and the random key in a file beside the data, readable by its owner only. It keeps secrets
 * out of the database, backups and exports; it does not protect from someone who can read this user's files.
 * Throws KeyUnavailable when the file holds no key.
 * @param warn called when others could read the key so far
 */
export function keyFileKeeper(dataFolder: string, warn: (message: string) => void): SecretKeeper {
  const file = join(dataFolder, keyFileName)
  const key = readKey(file)
  // A copy, an archive or a hand may have widened its rights; what is said of it must be true.
  const { isPrivate, remark } = onlyForOwner(file)
  if (remark !== null) warn(remark)
  const description = isPrivate
    ? `Secrets are sealed with a key file that only this user can read: ${file}`
    : `Secrets are sealed with a key file, which others on this machine may be able to read: ${file}`
  return aesKeeper(key, remark === null || !isPrivate ? description : `${description}. ${remark}`)
}

function readKey(file: string): Uint8Array {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  if (key.length === 32) return key
  throw new KeyUnavailable(
    'damaged-file',
    `The key of stored secrets in ${file} is damaged: it has ${key.length} bytes instead of 32. Put the right file back, or move this one out of the folder and start again: passwords and shared secrets then have to be entered again.`,
  )
}

/** Makes the key, which is on disk before the first secret that needs it: a database that outlives its key is worth nothing. */
export function makeKeyFile(dataFolder: string): void {
  const file = join(dataFolder, keyFileName)
  const key = randomBytes(32)
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, `${key.toString('base64url')}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
