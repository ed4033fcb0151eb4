import { randomBytes } from 'node:crypto'
import { readFileSync, chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { aesKeeper, type SecretKeeper } from './aesKeeper.ts'
import { afterLostKey, KeyUnavailable } from './keyUnavailable.ts'
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
    ? `Secrets are encrypted with a key file that only this user can read: ${file}`
    : `Secrets are encrypted with a key file, which others on this machine may be able to read: ${file}`
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

/** Whether only its owner can read a file, and what is to be said of it. */
interface Privacy {
  isPrivate: boolean
  /** A readable sentence, or null when all was well. */
  remark: string | null
}

/** Looks whether others can read a file with a secret in it, and takes those rights away. Never throws. */
function onlyForOwner(file: string): Privacy {
  // There rights are lists of access, which the user's own folder keeps narrow; the mode says nothing.
  if (process.platform === 'win32') return { isPrivate: true, remark: null }
  const before = modeOf(file)
  if (before === 0o600) return { isPrivate: true, remark: null }
  try {
    chmodSync(file, 0o600)
  } catch {
    // The result is checked below.
  }
  const after = modeOf(file)
  const found = `Its mode was ${before.toString(8).padStart(4, '0')}`
  if ((after & 0o077) !== 0) {
    const remark = `${file} can be read by others. ${found} and cannot be changed: give the file to this user on a file system that knows rights, or choose another folder with --data.`
    return { isPrivate: false, remark }
  }
  // Narrower than it needs to be is no news.
  if ((before & 0o077) === 0) return { isPrivate: true, remark: null }
  const remark = `${found}, so others could read it, and has been set to 0600. If anyone else uses this machine, change the passwords and the shared secrets.`
  return { isPrivate: true, remark }
}

function modeOf(file: string): number {
  return statSync(file).mode & 0o777
}
