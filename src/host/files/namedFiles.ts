import { randomUUID } from 'node:crypto'
import { lstatSync, readdirSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '../../engine/store/folder/makeFolders.ts'
import { fixtureNameSchema } from '../../shared/schemas/sending/fixtureSchemas.ts'

/** Maximum number of names in a list. */
const maxListed = 1000

/** Names of the files of a folder that callers may name, without their ending, sorted. None where there is no folder. */
export function namesIn(folder: string, ending: string): string[] {
  let entries: string[]
  try {
    entries = readdirSync(folder)
  } catch {
    return []
  }
  return entries
    .flatMap((entry) => (entry.endsWith(ending) ? [entry.slice(0, -ending.length)] : []))
    .filter((name) => fixtureNameSchema.safeParse(name).success)
    .toSorted()
    .slice(0, maxListed)
}

/** Null where there is no file, and for links, which could lead out of the folder. */
export function statOf(file: string): Stats | null {
  try {
    const stat = lstatSync(file)
    return stat.isFile() ? stat : null
  } catch {
    return null
  }
}

/** Writes a file of a folder in one step: readers find the old file or the new one. Returns why it failed, or null. */
export function writeWhole(folder: string, file: string, text: string): string | null {
  const part = join(folder, `.${file}.${randomUUID()}.tmp`)
  try {
    makeFolders(folder)
    writeFileSync(part, text, { flag: 'wx' })
    renameSync(part, join(folder, file))
    return null
  } catch (error) {
    rmSync(part, { force: true })
    return error instanceof Error ? error.message : String(error)
  }
}
