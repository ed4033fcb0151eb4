import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and the folders above it, each for its owner only. Node's `recursive` does not return where the system
 * refuses a folder although its parent exists, as in /proc. Throws the system's error.
 */
export function makeFolders(folder: string): void {
  for (const missing of missingFolders(folder)) {
    try {
      mkdirSync(missing, { mode: 0o700 })
    } catch (error) {
      // Another process can have made it in the meantime.
      if (!isFolder(missing)) throw error
    }
  }
}

/** Why an absent folder cannot be made, in the words of the system; null where it can. Leaves nothing behind. */
export function makeFolderProblem(folder: string): string | null {
  const [first] = missingFolders(folder)
  if (first === undefined) return null
  try {
    mkdirSync(first, { mode: 0o700 })
    rmdirSync(first)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The folders that must be made, the topmost first. */
function missingFolders(folder: string): string[] {
  if (isFolder(folder)) return []
  const parent = dirname(folder)
  return parent === folder ? [folder] : [...missingFolders(parent), folder]
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
