import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { KeyUnavailable } from './keyUnavailable.ts'
import { keyFileKeeper, keyFileName, makeKeyFile } from './keyFile.ts'
import { keyringKeeper, keyringMarkerName, makeKeyringKey } from './keyringKey.ts'
import type { WantedKeyring } from './systemKeyring.ts'
import type { SecretKeeper } from './aesKeeper.ts'

/** What an old desktop app left: a key that only Electron's own store could open. */
const oldDesktopKeyName = 'secrets.key.sealed'

type Place = 'keyring' | 'key-file' | 'nowhere-yet' | 'old-desktop' | 'two-keys'

/** Where a folder's key is, by the names of the files in it. Pure. */
function placeOfKey(has: (name: string) => boolean): Place {
  if (has(oldDesktopKeyName)) return 'old-desktop'
  if (has(keyFileName)) return has(keyringMarkerName) ? 'two-keys' : 'key-file'
  return has(keyringMarkerName) ? 'keyring' : 'nowhere-yet'
}

/**
 * What seals and opens the secrets of a data folder, the same in every shell. A folder keeps the place of its key: only one
 * that names no key at all gets a new one, in the keyring where one answers, else in a file.
 * Throws KeyUnavailable when the key that the folder names cannot be had; nothing is made or changed then.
 * @param dataFolder exists
 * @param warn what a person should know about the key, as a sentence
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
    const reason = error instanceof Error ? error.message : String(error)
    throw new KeyUnavailable(
      'unwritable',
      `The key of the stored secrets in ${dataFolder} can be neither read nor made: ${reason}. Fix the folder's permissions, or choose another folder with --data.`,
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
    case 'nowhere-yet': {
      const inKeyring = wanted.keyring === null ? null : await makeKeyringKey(dataFolder, wanted.keyring)
      if (inKeyring !== null) return inKeyring
      makeKeyFile(dataFolder)
      return keyFileKeeper(dataFolder, warn)
    }
    case 'old-desktop':
      throw new KeyUnavailable('old-desktop', oldDesktopSentence(dataFolder))
    case 'two-keys':
      throw new KeyUnavailable(
        'two-keys',
        `${dataFolder} has two keys of stored secrets: ${keyFileName} is one, and ${keyringMarkerName} names another in the operating system's keyring. Move the one that is not in use out of the folder and start again, or choose another folder with --data.`,
      )
  }
}

function oldDesktopSentence(dataFolder: string): string {
  return `The secrets in ${dataFolder} are sealed with a key of an older desktop app (${oldDesktopKeyName}), which this version cannot open. Move that file out of the folder and start again: deliveries stay, and passwords and shared secrets have to be entered again. Or choose another folder with --data.`
}
