import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeSafeFolder } from '../../engine/store/folder/safeFolder.ts'
import { StoreCannotOpen } from '../../engine/store/records/failures.ts'

/**
 * Where all data lies, in every shell: --data, else HOOKSCOPE_DATA, else the platform's folder for an app's data.
 * An empty value counts as not set.
 */
export function dataFolder(option: string | undefined, variables: NodeJS.ProcessEnv): string {
  const chosen = option || variables['HOOKSCOPE_DATA']
  return chosen === undefined || chosen === '' ? join(platformFolder(variables), 'hookscope') : resolve(chosen)
}

function platformFolder(variables: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library/Application Support')
  if (process.platform === 'win32') return variables['APPDATA'] ?? join(homedir(), 'AppData/Roaming')
  const data = variables['XDG_DATA_HOME']
  return data === undefined || data === '' ? join(homedir(), '.local/share') : data
}

/**
 * Makes a folder of the data where there is none, and looks whether one that is there is this user's alone to write to
 * (see makeSafeFolder). Throws StoreCannotOpen when it cannot be made or used.
 * @param warn gets what was changed, as a sentence
 */
export function makeDataFolder(folder: string, warn: (message: string) => void): void {
  try {
    const remark = makeSafeFolder(folder)
    if (remark !== null) warn(remark)
  } catch (error) {
    if (error instanceof StoreCannotOpen) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreCannotOpen(
      'unwritable',
      `The data folder ${folder} cannot be made: ${reason}. Choose another one with --data.`,
    )
  }
}

/** One of these is in every data folder on which Hookscope ever started. */
const traces = new Set(['hookscope.lock', 'deliveries.db', 'index.db', 'replacement.json'])

/** Why a command that only reads has nothing to read, as a sentence; null where there is data. Changes nothing. */
export function noDataSentence(folder: string): string | null {
  try {
    return readdirSync(folder).some((name) => traces.has(name)) ? null : `${folder} has no data of Hookscope.`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Everything else is reported when the folder is opened.
    return code === 'ENOENT' || code === 'ENOTDIR' ? `There is no data folder at ${folder}.` : null
  }
}
