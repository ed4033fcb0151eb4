import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolders } from '../../engine/store/folder/makeFolders.ts'

/** The value of a JSON file; undefined where there is none, or none that can be read. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    return undefined
  }
}

/**
 * Replaces a small JSON file as a whole: a reader finds the old value or the new one, never a part. Only its owner may read
 * it. Throws the system's error where it cannot be written.
 */
export function writeJsonFile(path: string, value: unknown): void {
  makeFolders(dirname(path))
  const written = `${path}.${randomUUID()}.tmp`
  try {
    writeFileSync(written, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(written, path)
  } catch (error) {
    rmSync(written, { force: true })
    throw error
  }
}
