import { join, dirname } from 'node:path'
import { z } from 'zod'
import { shellChoicesSchema } from '../shared/schemas/shellSchemas.ts'
import type { ShellChange, ShellChoices } from '../shared/wireTypes.ts'
import { type WindowPlace, windowPlaceSchema } from './windowPlace.ts'
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { makeFolders } from '../engine/store/folder/makeFolders.ts'

/** State that the desktop app keeps from one start to the next; `desktop.json` in the data folder. */
export interface DesktopMemory {
  window(): WindowPlace | null
  choices(): ShellChoices
  keepWindow(place: WindowPlace): void
  /** Throws the system's error when it cannot be written; the choice still holds until the app ends. */
  choose(change: ShellChange): void
}

/** Each part is read on its own: a part that was changed by hand into nonsense costs only that part. */
const keptSchema = z.object({
  window: windowPlaceSchema.nullable().catch(null),
  choices: z
    .object({
      whenClosed: shellChoicesSchema.shape.whenClosed.catch('ask'),
      notify: shellChoicesSchema.shape.notify.catch(true),
      letJoin: shellChoicesSchema.shape.letJoin.catch(false),
    })
    .catch({ whenClosed: 'ask', notify: true, letJoin: false }),
})

/** @param warn called when the window's place cannot be written, and nothing stops because of it */
export function openDesktopMemory(dataFolder: string, warn: (message: string) => void): DesktopMemory {
  const path = join(dataFolder, 'desktop.json')
  const read = keptSchema.safeParse(readJsonFile(path) ?? {})
  let kept = read.success ? read.data : keptSchema.parse({})
  return {
    window: () => kept.window,
    choices: () => kept.choices,
    keepWindow: (window) => {
      if (JSON.stringify(window) === JSON.stringify(kept.window)) return
      kept = { ...kept, window }
      try {
        writeJsonFile(path, kept)
      } catch (error) {
        warn(`The window's place could not be kept: ${String(error)}`)
      }
    },
    choose: (change) => {
      const { whenClosed, notify, letJoin } = kept.choices
      kept = {
        ...kept,
        choices: {
          whenClosed: change.whenClosed ?? whenClosed,
          notify: change.notify ?? notify,
          letJoin: change.letJoin ?? letJoin,
        },
      }
      writeJsonFile(path, kept)
    },
  }
}

/** The value of a JSON file; undefined where there is none, or none that can be read. */
function readJsonFile(path: string): unknown {
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
function writeJsonFile(path: string, value: unknown): void {
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
