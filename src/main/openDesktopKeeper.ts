import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import { aesKeeper, openKeyFileKeeper } from '../host/openKeyFileKeeper.ts'
import type { SecretKeeper } from '../host/types.ts'

/** The system's secret store is missing or weaker than it was. The message is a sentence for a person. */
export class KeeperUnavailable extends Error {
  override name = 'KeeperUnavailable'
}

interface SealedKey {
  /** Which store of the system sealed it, such as "gnome_libsecret". */
  backend: string
  sealed: string
}

/** What is used of Electron's safeStorage; the app must be ready. */
export type SystemStore = Pick<
  SafeStorage,
  | 'decryptString'
  | 'encryptString'
  | 'getSelectedStorageBackend'
  | 'isEncryptionAvailable'
  | 'setUsePlainTextEncryption'
>

/**
 * Seals secrets with a key that the operating system keeps. On Linux the system may only offer a fixed password
 * ("basic_text"): that is named, and never taken silently where a real store was used before.
 * Throws KeeperUnavailable.
 */
export function openDesktopKeeper(dataFolder: string, store: SystemStore, platform: NodeJS.Platform): SecretKeeper {
  const backend = platform === 'linux' ? store.getSelectedStorageBackend() : platform
  const file = join(dataFolder, 'secrets.key.sealed')
  const kept = existsSync(file) ? readKey(file) : null
  // The browser shell was here first: its key opens what it sealed, and Settings say that it is a file.
  if (kept === null && existsSync(join(dataFolder, 'secrets.key'))) return openKeyFileKeeper(dataFolder)
  if (kept !== null && !isWeak(kept.backend) && isWeak(backend)) {
    throw new KeeperUnavailable(
      `Secrets were sealed by ${kept.backend}, which is not there now; the system only offers a fixed password. Unlock the keyring and start again.`,
    )
  }
  // Electron takes the fixed password only from an app that asks for it.
  if (isWeak(backend)) store.setUsePlainTextEncryption(true)
  if (!store.isEncryptionAvailable()) {
    throw new KeeperUnavailable(
      'The operating system offers no store for secrets. Set up its keyring, or use `hookscope serve`, which keeps a key file.',
    )
  }
  const key = kept === null ? makeKey(file, backend, store) : openKey(kept, store)
  // What counts is what sealed the key, also where a better store is there by now.
  return aesKeeper(Buffer.from(key, 'base64'), describe(kept?.backend ?? backend))
}

/** Linux without a keyring. "unknown" promises nothing, so it counts as weak. */
function isWeak(backend: string): boolean {
  return backend === 'basic_text' || backend === 'unknown'
}

function readKey(file: string): SealedKey {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SealedKey
  } catch {
    throw new KeeperUnavailable(
      `The file ${file} cannot be read, so stored secrets cannot be opened. Bring it back, or move it away to enter secrets anew.`,
    )
  }
}

function openKey({ backend, sealed }: SealedKey, store: SystemStore): string {
  try {
    return store.decryptString(Buffer.from(sealed, 'base64'))
  } catch {
    throw new KeeperUnavailable(
      `The key of your stored secrets cannot be opened by ${backend} now. Unlock the keyring of the user who stored them and start again.`,
    )
  }
}

function makeKey(file: string, backend: string, store: SystemStore): string {
  const key = randomBytes(32).toString('base64')
  const sealed = store.encryptString(key).toString('base64')
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify({ backend, sealed } satisfies SealedKey), { mode: 0o600, flag: 'wx' })
  return key
}

function describe(backend: string): string {
  return isWeak(backend)
    ? `Secrets are sealed only weakly: without a keyring, a fixed password is used (${backend}). Whoever reads your files can read them.`
    : `Secrets are sealed with a key that the operating system keeps (${backend}).`
}
