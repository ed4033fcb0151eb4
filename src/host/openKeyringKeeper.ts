import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StoreCannotOpen } from '../engine/store/types.ts'
import { aesKeeper } from './openKeyFileKeeper.ts'
import type { Keyring } from './systemKeyring.ts'
import type { SecretKeeper } from './types.ts'

/** How long a keyring may take, ms: to be found at all, and to be unlocked by a person. */
const patience = { found: 3000, unlocked: 120_000 }

/** Says that the key is in the keyring, and under which name. */
const markerIn = (dataFolder: string) => join(dataFolder, 'secrets.keyring')

/** Whether the secrets of this folder are sealed with a key in the keyring. */
export function isKeyInKeyring(dataFolder: string): boolean {
  return existsSync(markerIn(dataFolder))
}

/**
 * Seals secrets with a random key that the operating system's keyring keeps.
 * - Where the folder's key is there, it is read; a person may be asked to unlock the keyring. Throws StoreCannotOpen when
 *   it cannot be had: another key would make every secret count as lost.
 * - Where the folder has no key yet, one is made. Null when no keyring answers: then a key file is made, as ever.
 */
export async function openKeyringKeeper(dataFolder: string, keyring: Keyring | null): Promise<SecretKeeper | null> {
  const marker = markerIn(dataFolder)
  if (existsSync(marker)) return keeperOf(await keptKey(dataFolder, keyring))
  const hasOtherKey = ['secrets.key', 'secrets.key.sealed'].some((name) => existsSync(join(dataFolder, name)))
  if (keyring === null || hasOtherKey) return null
  const name = `key of stored secrets ${randomUUID()}`
  const key = randomBytes(32)
  const isKept = await keeps(keyring, name, key.toString('base64'))
  if (!isKept) return null
  // Last: a folder never names a key that is not there.
  writeFileSync(marker, `${JSON.stringify({ name })}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return keeperOf(key)
}

function keeperOf(key: Uint8Array): SecretKeeper {
  return aesKeeper(key, "Secrets are sealed with a key that the operating system's keyring keeps.")
}

/** Written, and read back the same: a keyring that takes everything and gives nothing back is none. */
async function keeps(keyring: Keyring, name: string, text: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patience.found)
    await within(signal, keyring.write(name, text, signal))
    return (await within(signal, keyring.read(name, signal))) === text
  } catch {
    return false
  }
}

async function keptKey(dataFolder: string, keyring: Keyring | null): Promise<Uint8Array> {
  const cannot = (why: string) =>
    new StoreCannotOpen(
      'other-keeper',
      `The secrets in ${dataFolder} are sealed with a key in the operating system's keyring, ${why}. Unlock the keyring of the user who stored them and start again, or choose another folder with --data.`,
    )
  if (keyring === null) throw cannot('which is switched off (HOOKSCOPE_KEYRING) or cannot be used on this system')
  const { name } = readMarker(dataFolder, cannot)
  const signal = AbortSignal.timeout(patience.unlocked)
  const text = await within(signal, keyring.read(name, signal)).catch(() => {
    throw cannot('which does not answer')
  })
  const key = Buffer.from(text ?? '', 'base64')
  if (key.length !== 32) throw cannot('which does not have it (any more)')
  return key
}

function readMarker(dataFolder: string, cannot: (why: string) => Error): { name: string } {
  try {
    const { name } = JSON.parse(readFileSync(markerIn(dataFolder), 'utf8')) as { name?: unknown }
    if (typeof name === 'string') return { name }
  } catch {
    // Said below.
  }
  throw cannot(`but the file ${markerIn(dataFolder)} no longer says which one`)
}

/** A library that does not heed the signal is not waited for either. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const timeUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The keyring did not answer in time.')), { once: true })
  })
  return Promise.race([work, timeUp])
}
