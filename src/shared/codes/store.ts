import { z } from 'zod'
import type { Coded } from './coded.ts'

const folder = z.object({ folder: z.string() })
/** `said`: the words of the system, where no code of it says more. */
const said = folder.extend({ said: z.string() })

/** Why nothing is kept at the moment. */
export const storeCodes = {
  'disk-full': folder,
  'folder-not-writable': folder,
  /** The disk itself reported an error. */
  'disk-failed': folder,
  'database-damaged': folder,
  'write-failed': said,
  'writer-ended': z.object({}),
}

/** Why something stored cannot be read, or a call comes too late. */
const readingCodes = {
  'data-damaged': folder,
  'read-failed': said,
  /** The search index is damaged, and a new one could not be written yet. */
  'index-not-rebuilt': said,
  'reader-ended': z.object({}),
  closing: z.object({}),
}

/** Why the store takes no writes. */
export type StoreProblem = Coded<typeof storeCodes>
/** Why a call of the store was refused. */
export type StoreRefusal = StoreProblem | Coded<typeof readingCodes>

/** The codes of all of them. */
export const storeRefusalCodes = Object.keys({ ...storeCodes, ...readingCodes }) as StoreRefusal['code'][]
