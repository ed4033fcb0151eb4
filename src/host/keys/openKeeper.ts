import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { truthFile } from '../../engine/store/schema/truthSchema.ts'
import { afterLostKey, type KeyFault, KeyUnavailable } from './keyUnavailable.ts'
import { keyFileKeeper, keyFileName, makeKeyFile } from './keyFile.ts'
import { keyringKeeper, keyringMarkerName, makeKeyringKey } from './keyringKey.ts'
import type { WantedKeyring } from './systemKeyring.ts'
import { sealedInJson, type SecretKeeper } from './aesKeeper.ts'

/** Key file of an old desktop app; only Electron's own store could open it. */
const oldDesktopKeyName = 'secrets.key.sealed'

type Place = 'keyring' | 'key-file' | 'nowhere-yet' | 'old-desktop' | 'two-keys'

/** Finds where a folder's key is, by the names of its files. Pure. */
function placeOfKey(has: (name: string) => boolean): Place {
  if (has(oldDesktopKeyName)) return 'old-desktop'
  if (has(keyFileName)) return has(keyringMarkerName) ? 'two-keys' : 'key-file'
  return has(keyringMarkerName) ? 'keyring' : 'nowhere-yet'
}

/**
 * Opens the key that seals the secrets of a data folder, in every shell the same way. A folder's key never moves. Only a
 * folder without a key and without sealed secrets gets a new one: in the keyring if one answers, else in a file.
 * Throws KeyUnavailable, without changing anything, when the key that the folder names is unavailable.
 * @param dataFolder must exist
 * @param warn receives warnings about the key, as sentences for the user
 */
export async function openKeeper(
  dataFolder: string,
  wanted: WantedKeyring,
  warn: (message: string) => void,
): Promise<SecretKeeper> {
  try {
    return await openAt(
      placeOfKey((name) => existsSync(join(dataFolder, name))),
      dataFolder,
      wanted,
      warn,
    )
  } catch (error) {
    if (error instanceof KeyUnavailable) throw error
    throw new KeyUnavailable(
      'unwritable',
      `The key of the stored secrets in ${dataFolder} can be neither read nor made: ${messageOf(error)}. ${remedyFor(error)}, or choose another folder with --data.`,
    )
  }
}

async function openAt(
  place: Place,
  dataFolder: string,
  wanted: WantedKeyring,
  warn: (message: string) => void,
): Promise<SecretKeeper> {
  switch (place) {
    case 'keyring':
      return keyringKeeper(dataFolder, wanted)
    case 'key-file':
      return keyFileKeeper(dataFolder, warn)
    case 'nowhere-yet':
      refuseSecondKey(dataFolder)
      return makeKey(dataFolder, wanted, warn)
    case 'old-desktop':
      throw new KeyUnavailable('old-desktop', oldDesktopSentence(dataFolder))
    case 'two-keys':
      throw new KeyUnavailable(
        'two-keys',
        `${dataFolder} has two keys of stored secrets: ${keyFileName} is one, and ${keyringMarkerName} names another in the operating system's keyring. Move the one that is not in use out of the folder and start again, or choose another folder with --data.`,
      )
  }
}

async function makeKey(dataFolder: string, wanted: WantedKeyring, warn: (message: string) => void) {
  const inKeyring = wanted.keyring === null ? null : await makeKeyringKey(dataFolder, wanted.keyring)
  if (inKeyring !== null) return inKeyring
  makeKeyFile(dataFolder)
  return keyFileKeeper(dataFolder, warn)
}

/** A new key could not open the secrets that are already sealed, and would conflict with the right key once restored. */
function refuseSecondKey(dataFolder: string): void {
  const found = missingKey(dataFolder)
  if (found === null) return
  throw new KeyUnavailable(
    'key-missing',
    `${dataFolder} has no key of stored secrets (${keyFileName} or ${keyringMarkerName}), ${found}. Put the key back from a copy of the folder, or choose another folder with --data. ${afterLostKey}`,
  )
}

/** Returns why a folder without a key needs one, as a continuation of "has no key"; null when it needs none. */
export function missingKey(dataFolder: string): string | null {
  const file = join(dataFolder, truthFile)
  if (!existsSync(file)) return null
  try {
    return holdsSealedSecrets(file) ? `but ${truthFile} holds secrets that are sealed with one` : null
  } catch (error) {
    return `and whether ${truthFile} holds sealed secrets cannot be read (${messageOf(error)})`
  }
}

function holdsSealedSecrets(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'documents'").get() === undefined) return false
    for (const { json } of database.prepare('SELECT json FROM documents').iterate()) {
      if (sealedInJson.test(String(json))) return true
    }
    return false
  } finally {
    database.close()
  }
}

/** Faults that a restart cannot fix: the key is lost, unless the user has a copy of it. */
const lostKey: ReadonlySet<KeyFault> = new Set([
  'key-missing',
  'damaged-file',
  'keyring-empty',
  'keyring-unnamed',
  'old-desktop',
])

/**
 * Renames the files of a lost key and makes a new key. No process may be using the folder. Returns null, without changing
 * anything, when the key is not lost. Throws KeyUnavailable when the key is unavailable for any other reason.
 * @param suffix appended to the names of the old files
 */
export async function replaceLostKey(
  dataFolder: string,
  wanted: WantedKeyring,
  suffix: string,
): Promise<{ description: string; aside: string[] } | null> {
  const warn = () => undefined
  try {
    await openKeeper(dataFolder, wanted, warn)
    return null
  } catch (error) {
    if (!(error instanceof KeyUnavailable && lostKey.has(error.code))) throw error
  }
  const aside = [keyFileName, keyringMarkerName, oldDesktopKeyName].filter((name) => existsSync(join(dataFolder, name)))
  for (const name of aside) renameSync(join(dataFolder, name), join(dataFolder, name + suffix))
  const { description } = await makeKey(dataFolder, wanted, warn)
  return { description, aside: aside.map((name) => join(dataFolder, name + suffix)) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function remedyFor(error: unknown): string {
  const isFull = error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  return isFull ? 'Free some space and start again' : "Fix the folder's permissions"
}

function oldDesktopSentence(dataFolder: string): string {
  return `The secrets in ${dataFolder} are sealed with a key of an older desktop app (${oldDesktopKeyName}), which this version cannot open. Choose another folder with --data. ${afterLostKey}`
}
