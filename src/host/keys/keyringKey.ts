import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aesKeeper, type SecretKeeper } from './aesKeeper.ts'
import { createPrivateFile } from '../files/privateFile.ts'
import { afterLostKey, type KeyFault, KeyUnavailable } from './keyUnavailable.ts'
import type { Keyring, WantedKeyring } from './systemKeyring.ts'

/** How long a keyring may take, ms: to be found at all, and to be unlocked by a person. */
const patience = { found: 3000, unlocked: 120_000 }

/** Says that the key is in the keyring, and under which name. */
export const keyringMarkerName = 'secrets.keyring'

/**
 * Seals secrets with the key that the folder names in the operating system's keyring; a person may be asked to unlock it.
 * Throws KeyUnavailable when it cannot be had.
 */
export async function keyringKeeper(dataFolder: string, wanted: WantedKeyring): Promise<SecretKeeper> {
  return keeperOf(await keptKey(dataFolder, wanted))
}

/** Makes a new key in the keyring and names it in the folder. Null when no keyring answers. */
export async function makeKeyringKey(dataFolder: string, keyring: Keyring): Promise<SecretKeeper | null> {
  const name = `key of stored secrets ${randomUUID()}`
  const key = randomBytes(32)
  const isKept = await keeps(keyring, name, key.toString('base64'))
  if (!isKept) return null
  // Last: a folder never names a key that is not there.
  const marker = join(dataFolder, keyringMarkerName)
  createPrivateFile(marker, `${JSON.stringify({ name })}\n`)
  return keeperOf(key)
}

/** Whether the keyring gives the key that the folder names. */
export async function keyringAnswers(dataFolder: string, wanted: WantedKeyring): Promise<boolean> {
  return keptKey(dataFolder, wanted).then(
    () => true,
    () => false,
  )
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

async function keptKey(dataFolder: string, wanted: WantedKeyring): Promise<Uint8Array> {
  const { keyring } = wanted
  if (keyring === null) throw unavailable(dataFolder, wanted.why === 'off' ? 'keyring-off' : 'keyring-not-loadable')
  const name = readName(join(dataFolder, keyringMarkerName))
  if (name === null) throw unavailable(dataFolder, 'keyring-unnamed')
  const signal = AbortSignal.timeout(patience.unlocked)
  const text = await within(signal, keyring.read(name, signal)).catch(() => {
    throw unavailable(dataFolder, 'keyring-silent')
  })
  const key = Buffer.from(text ?? '', 'base64')
  if (key.length !== 32) throw unavailable(dataFolder, 'keyring-empty')
  return key
}

/** The name of the entry, or null when the file does not have it. */
function readName(marker: string): string | null {
  try {
    const { name } = JSON.parse(readFileSync(marker, 'utf8')) as { name?: unknown }
    return typeof name === 'string' ? name : null
  } catch {
    return null
  }
}

type KeyringFault = Extract<KeyFault, `keyring-${string}`>

/** Why it cannot be had, and what to do about it. */
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

/** A library that does not heed the signal is not waited for either. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const timeUp = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The keyring did not answer in time.')), { once: true })
  })
  return Promise.race([work, timeUp])
}
