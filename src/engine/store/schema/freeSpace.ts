import type { DatabaseSync } from 'node:sqlite'

/** Free pages that a file keeps: what comes next is written there. */
export const keptFreePages = 512
/** How long one step gives back pages, ms, and how many at once: finding them in a long free list takes longer. */
const stepMs = 5
const pagesAtOnce = 16

/** SQLite's number for a file that gives back space in steps; see sqlite.org/pragma.html#pragma_auto_vacuum. */
const incremental = 2

/** How a file uses its space. */
export interface FileSpace {
  pageSize: number
  pages: number
  free: number
}

/** Reads it; `schema` is the file's name in the connection. */
export function fileSpace(database: DatabaseSync, schema: string): FileSpace {
  const read = (name: string): number => numberOf(database, `${schema}.${name}`)
  return { pageSize: read('page_size'), pages: read('page_count'), free: read('freelist_count') }
}

function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0)
}

/** Lets a new file give back space in steps. To be called before anything is written into it. */
export function enableIncrementalVacuum(database: DatabaseSync): void {
  database.exec(`PRAGMA auto_vacuum = ${incremental}`)
}

/** Gives back free pages for some milliseconds, in a transaction of its own; false when there are none to give. */
export function vacuumStep(database: DatabaseSync): boolean {
  const free = (): number => numberOf(database, 'main.freelist_count') - keptFreePages
  if (free() <= 0) return false
  const until = performance.now() + stepMs
  database.exec('BEGIN IMMEDIATE')
  try {
    do database.prepare(`PRAGMA main.incremental_vacuum(${pagesAtOnce})`).all()
    while (free() > 0 && performance.now() < until)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
  return true
}

/** Rewrites the whole file without its free space. */
export function compactFile(database: DatabaseSync): void {
  enableIncrementalVacuum(database)
  database.exec('VACUUM main')
}

/**
 * Checkpoints the write-ahead log and truncates it, unless a reader uses it: no transaction waits for that.
 * Returns whether it was truncated.
 */
export function truncateWal(database: DatabaseSync): boolean {
  database.exec('PRAGMA busy_timeout = 0')
  try {
    return database.prepare('PRAGMA main.wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
  } finally {
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  }
}

/** How long a connection waits for another process that has the file locked, ms. */
export const busyTimeoutMs = 5000

/**
 * Deleted bytes are overwritten where that costs no write of its own, so in all pages that stay in use. A page that becomes
 * free keeps its bytes until it is used again or given back.
 */
export const usualDelete = 'PRAGMA secure_delete = FAST'
