import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aesKeeper, type SecretKeeper } from './aesKeeper.ts'
import { createPrivateFile } from '../files/privateFile.ts'
import { afterLostKey, type KeyFault, KeyUnavailable } from './keyUnavailable.ts'
import type { Keyring, WantedKeyring } from './systemKeyring.ts'

/** Timeouts for the keyring, ms: for its first answer, and for the user to unlock it. */
const timeoutsMs = { found: 3000, unlocked: 120_000 }

/** Marker file: the key is in the keyring, under the name given in this file. */
export const keyringMarkerName = 'secrets.keyring'

/**
 * Seals secrets with the key that the folder names in the operating system's keyring; the user may be asked to unlock it.
 * Throws KeyUnavailable when the key cannot be read.
 */
export async function keyringKeeper(dataFolder: string, wanted: WantedKeyring): Promise<SecretKeeper> {
  return keeperOf(await keptKey(dataFolder, wanted))
}

/** Stores a new key in the keyring and its name in the folder. Returns null when no keyring answers. */
export async function makeKeyringKey(dataFolder: string, keyring: Keyring): Promise<SecretKeeper | null> {
  const name = `key of stored secrets ${randomUUID()}`
  const key = randomBytes(32)
  const isKept = await keeps(keyring, name, key.toString('base64'))
  if (!isKept) return null
  // Written last, so that a folder never names a key that does not exist.
  const marker = join(dataFolder, keyringMarkerName)
  createPrivateFile(marker, `${JSON.stringify({ name })}\n`)
  return keeperOf(key)
}

/** Whether the keyring returns the key that the folder names. */
export async function keyringAnswers(dataFolder: string, wanted: WantedKeyring): Promise<boolean> {
  return keptKey(dataFolder, wanted).then(
    () => true,
    () => false,
  )
}

function keeperOf(key: Uint8Array): SecretKeeper {
  return aesKeeper(key, "Secrets are encrypted with a key that the operating system's keyring keeps.")
}

/** Writes a text and reads it back: some keyrings accept every write and store nothing. */
async function keeps(keyring: Keyring, name: string, text: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutsMs.found)
    await within(signal, keyring.write(name, text, signal))
    return (await within(signal, keyring.read(name, signal))) === text
  } catch {
    return false
  }
}

async function keptKey(dataFolder: string, wanted: WantedKeyring): Promise<Uint8Array> {
  const { keyring } = wanted
  if (keyring === null) throw unavailable(dataFolder, wanted.why === 'off' ? 'keyring-off' : 'keyring-not-loadable')
  const name = readName(join(dataFolder, keyringMarkerName))
  if (name === null) throw unavailable(dataFolder, 'keyring-unnamed')
  const signal = AbortSignal.timeout(timeoutsMs.unlocked)
  const text = await within(signal, keyring.read(name, signal)).catch(() => {
    throw unavailable(dataFolder, 'keyring-silent')
  })
  const key = Buffer.from(text ?? '', 'base64')
  if (key.length !== 32) throw unavailable(dataFolder, 'keyring-empty')
  return key
}

/** Reads the name of the keyring entry; null when the file has none. */
function readName(marker: string): string | null {
  try {
    const { name } = JSON.parse(readFileSync(marker, 'utf8')) as { name?: unknown }
    return typeof name === 'string' ? name : null
  } catch {
    return null
  }
}

type KeyringFault = Extract<KeyFault, `keyring-${string}`>

/** Why the key cannot be read, and what to do about it. */
const sentences: Record<KeyringFault, readonly [why: string, remedy: string]> = {
  'keyring-off': [
    'but HOOKSCOPE_KEYRING=off switches the keyring off',
    'Start without that variable, or choose another folder with --data.',
  ],
  'keyring-not-loadable': [
    'but the module that reads the keyring (@napi-rs/keyring) cannot be loaded here',
    'Install Hookscope again with its optional packages, or choose another folder with --data.',
  ],
  'keyring-silent': [
    'which does not answer or is locked',
    'Unlock the keyring of the user who stored them and start again, or choose another folder with --data.',
  ],
  'keyring-empty': [
    'which does not have that key',
    `Start as the user who stored them, or choose another folder with --data. ${afterLostKey}`,
  ],
  'keyring-unnamed': [
    `but the file ${keyringMarkerName} no longer says which one`,
    `Put that file back, or choose another folder with --data. ${afterLostKey}`,
  ],
}

function unavailable(dataFolder: string, code: KeyringFault): KeyUnavailable {
  const [why, remedy] = sentences[code]
  return new KeyUnavailable(
    code,
    `The secrets in ${dataFolder} are sealed with a key in the operating system's keyring, ${why}. ${remedy}`,
  )
}

/** Times out even when the library ignores the signal. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const timeUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The keyring did not answer in time.')), { once: true })
  })
  return Promise.race([work, timeUp])
}
