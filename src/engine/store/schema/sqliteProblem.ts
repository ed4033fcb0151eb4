import type { StoreProblem, StoreRefusal } from '../../../shared/codes/store.ts'
import { afterDamage } from '../../../shared/words/store.ts'
import { EmptiedDatabase } from './emptiedDatabase.ts'
import { ForeignSchema } from './schemaVersion.ts'

/** Why opening failed, in a form that can be posted between threads. */
export interface OpenProblem {
  code: 'locked' | 'newer-schema' | 'earlier-schema' | 'unwritable' | 'corrupt'
  message: string
}

/** SQLite's primary result codes that the user can act on; see sqlite.org/rescode.html. */
const primary = { busy: 5, readonly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 }

/** SQLite's primary result code of an error that node:sqlite threw, or null for any other error. */
export function sqliteCode(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return null
  return typeof error.errcode === 'number' ? error.errcode & 0xff : null
}

function isFull(error: unknown): boolean {
  if (sqliteCode(error) === primary.full) return true
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOSPC'
}

/** Whether a database file itself is damaged, so that trying again cannot help. */
export function isDamaged(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === primary.corrupt || code === primary.notADatabase
}

/** Why a write was not kept. */
export function writeProblem(error: unknown, folder: string): StoreProblem {
  if (isFull(error)) return { code: 'disk-full', fields: { folder } }
  switch (sqliteCode(error)) {
    case primary.readonly:
    case primary.cannotOpen:
      return { code: 'folder-not-writable', fields: { folder } }
    case primary.ioError:
      return { code: 'disk-failed', fields: { folder } }
    case primary.corrupt:
    case primary.notADatabase:
      return { code: 'database-damaged', fields: { folder } }
    case null:
    default:
      return { code: 'write-failed', fields: { folder, said: messageOf(error) } }
  }
}

/** Why a data folder could not be opened. */
export function openProblem(error: unknown, folder: string): OpenProblem {
  if (error instanceof ForeignSchema) return foreignSchemaProblem(error, folder)
  if (error instanceof EmptiedDatabase) return { code: 'corrupt', message: error.message }
  if (isDamaged(error)) {
    return {
      code: 'corrupt',
      message: `The file deliveries.db in ${folder} is damaged or not a database. ${afterDamage}`,
    }
  }
  if (isFull(error)) {
    return { code: 'unwritable', message: `The disk that holds ${folder} is full. Free some space and start again.` }
  }
  return {
    code: 'unwritable',
    message: `The data folder ${folder} cannot be written to (${messageOf(error)}). Make it writable or choose another one with --data.`,
  }
}

function foreignSchemaProblem({ age, found }: ForeignSchema, folder: string): OpenProblem {
  if (age === 'newer') {
    return {
      code: 'newer-schema',
      message: `The data in ${folder} was written by a newer version of Hookscope (schema ${found}). Install that version, or choose another folder with --data. Nothing was changed.`,
    }
  }
  return {
    code: 'earlier-schema',
    message: `The data in ${folder} was written by a build before the first release, which this version cannot read. Choose another folder with --data; environments can be brought over by exporting them with that build. Nothing was changed.`,
  }
}

/** Why something stored could not be read. */
export function readProblem(error: unknown, folder: string): StoreRefusal {
  if (isDamaged(error)) return { code: 'data-damaged', fields: { folder } }
  return { code: 'read-failed', fields: { folder, said: messageOf(error) } }
}

/** An error's own words. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
