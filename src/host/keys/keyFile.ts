import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aesKeeper, type SecretKeeper } from './aesKeeper.ts'
import { afterLostKey, KeyUnavailable } from './keyUnavailable.ts'
import { onlyForOwner } from '../files/onlyForOwner.ts'
import { createPrivateFile } from '../files/privateFile.ts'

/** Name of the key file in the data folder. */
export const keyFileName = 'secrets.key'

/**
 * Seals secrets with AES-256-GCM and a random key from a file in the data folder, readable by its owner only. This keeps
 * secrets out of the database, backups and exports; it does not protect against a process that can read this user's files.
 * Throws KeyUnavailable when the file holds no key.
 * @param warn called when other users of the machine could read the key until now
 */
export function keyFileKeeper(dataFolder: string, warn: (message: string) => void): SecretKeeper {
  const file = join(dataFolder, keyFileName)
  const key = readKey(dataFolder, file)
  // Copying, unpacking or chmod may have widened the file's permissions, so check before describing it as private.
  const { isPrivate, remark } = onlyForOwner(file)
  if (remark !== null) warn(remark)
  const description = isPrivate
    ? `Secrets are sealed with a key file that only this user can read: ${file}`
    : `Secrets are sealed with a key file, which others on this machine may be able to read: ${file}`
  return aesKeeper(key, remark === null || !isPrivate ? description : `${description}. ${remark}`)
}

/** Reads the bytes of a folder's key file: 32 unless the file is damaged. */
export function readKeyFile(dataFolder: string): Uint8Array {
  return Buffer.from(readFileSync(join(dataFolder, keyFileName), 'utf8').trim(), 'base64url')
}

function readKey(dataFolder: string, file: string): Uint8Array {
  const key = readKeyFile(dataFolder)
  if (key.length === 32) return key
  throw new KeyUnavailable(
    'damaged-file',
    `The key of stored secrets in ${file} is damaged: it has ${key.length} bytes instead of 32. Put the right file back, or choose another folder with --data. ${afterLostKey}`,
  )
}

/** Creates the key file. The key is on disk before the first secret is sealed with it. */
export function makeKeyFile(dataFolder: string): void {
  createPrivateFile(join(dataFolder, keyFileName), `${randomBytes(32).toString('base64url')}\n`)
}
