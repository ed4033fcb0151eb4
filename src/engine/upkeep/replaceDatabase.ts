import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { indexFile } from '../store/schema/indexSchema.ts'
import { truthFile } from '../store/schema/truthSchema.ts'
import { smallFiles } from './backups.ts'
import { replacementFile, replacementNote } from './folderNames.ts'
import { hashFile } from './hashFile.ts'

/** A database that takes the place of the one in use at the next start: where it is from, and where the old one goes. */
const noteSchema = z.object({
  /** A backup's name, or "recovery". */
  from: z.string(),
  /** Name of the folder, within the data folder, that the old files are moved into. */
  aside: z.string().regex(/^(?:replaced|damaged)-[\d-]+$/),
  sha256: z.string(),
  createdAt: z.string(),
  /** Small files that come with it. */
  files: z.array(z.enum(smallFiles)),
})
export type Replacement = z.infer<typeof noteSchema>

const oldFiles = [truthFile, indexFile].flatMap((name) => [name, `${name}-wal`, `${name}-shm`, `${name}-journal`])

/** Returns the file that replaces deliveries.db at the next start, or null. */
export function plannedReplacement(dataFolder: string): Replacement | null {
  const note = join(dataFolder, replacementNote)
  if (!existsSync(note)) return null
  try {
    return noteSchema.parse(JSON.parse(readFileSync(note, 'utf8')))
  } catch {
    return null
  }
}

/**
 * Lays a copy of a database ready. The note is written last: without it nothing is replaced, whatever lies there. Throws
 * where the copy has not the same bytes, the disk takes it not, or it is cancelled.
 */
export async function planReplacement(
  dataFolder: string,
  source: { folder: string; sha256: string },
  plan: Pick<Replacement, 'from' | 'aside' | 'createdAt'>,
  signal?: AbortSignal,
): Promise<void> {
  dropReplacement(dataFolder)
  const file = join(dataFolder, replacementFile)
  const files = smallFiles.filter((name) => existsSync(join(source.folder, name)))
  try {
    await copyFile(join(source.folder, truthFile), file)
    for (const name of files) await copyFile(join(source.folder, name), join(dataFolder, `${name}.replacement`))
    if ((await hashFile(file, signal)) !== source.sha256) throw new Error('The copy has other bytes than its source.')
    syncFile(file)
    writeNote(dataFolder, { ...plan, sha256: source.sha256, files })
  } catch (error) {
    dropReplacement(dataFolder)
    throw error
  }
}

/** Notes that the file at `replacementFile` is ready. */
export function writeNote(dataFolder: string, note: Replacement): void {
  writeFileSync(join(dataFolder, replacementNote), JSON.stringify(note), { mode: 0o600, flush: true })
}

export function dropReplacement(dataFolder: string): void {
  rmSync(join(dataFolder, replacementNote), { force: true })
  rmSync(join(dataFolder, replacementFile), { force: true })
  for (const name of smallFiles) rmSync(join(dataFolder, `${name}.replacement`), { force: true })
}

/**
 * Puts a planned database into its place; the old files move into a folder of their own and nothing of them is lost. The
 * caller holds the folder's lock. A kill at any step is made good by the next call. Answers what was done, or null.
 */
export function replaceDatabase(dataFolder: string): Replacement | null {
  const note = plannedReplacement(dataFolder)
  if (note === null) return null
  const ready = join(dataFolder, replacementFile)
  const aside = join(dataFolder, note.aside)
  // The new file moves last: as long as it waits, what lies in its place is the old one.
  if (existsSync(ready)) {
    mkdirSync(aside, { recursive: true, mode: 0o700 })
    for (const name of [...oldFiles, ...note.files]) {
      const from = join(dataFolder, name)
      if (existsSync(from) && !existsSync(join(aside, name))) renameSync(from, join(aside, name))
    }
    for (const name of note.files) {
      const from = join(dataFolder, `${name}.replacement`)
      if (existsSync(from)) renameSync(from, join(dataFolder, name))
    }
    renameSync(ready, join(dataFolder, truthFile))
    syncFile(dataFolder)
  }
  rmSync(join(dataFolder, replacementNote), { force: true })
  return note
}

function syncFile(path: string): void {
  // Folders cannot be opened on Windows, which keeps renames on its own.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
