import type { DatabaseSync } from 'node:sqlite'

/** What a file has free inside of it, pages. Less than this stays: what comes next is written there. */
export const keptFree = 512
/** So long one step moves and gives back pages, ms, and so many at once: finding them in a long list of free ones takes longer. */
const stepMs = 5
const pagesAtOnce = 16

/** SQLite's number for a file that gives back space a few pages at a time; see sqlite.org/pragma.html#pragma_auto_vacuum. */
const incremental = 2

/** How a file uses its space. */
export interface FileSpace {
  pageSize: number
  pages: number
  free: number
  /** It can give back what is free a few pages at a time. */
  inSteps: boolean
}

/** Reads it; `schema` is the file's name in the connection. */
export function fileSpace(database: DatabaseSync, schema: string): FileSpace {
  const read = (name: string): number =>
    Number(Object.values(database.prepare(`PRAGMA ${schema}.${name}`).get() ?? {})[0] ?? 0)
  return {
    pageSize: read('page_size'),
    pages: read('page_count'),
    free: read('freelist_count'),
    inSteps: read('auto_vacuum') === incremental,
  }
}

/** Makes a file that is new give back space in steps. To be called before anything is written into it. */
export function letGiveBack(database: DatabaseSync): void {
  database.exec(`PRAGMA auto_vacuum = ${incremental}`)
}

/** Gives back up to `pages` free pages at the end of the file; answers how many are free after it. */
export function giveBackPages(database: DatabaseSync, pages: number): number {
  database.prepare(`PRAGMA main.incremental_vacuum(${pages})`).all()
  return fileSpace(database, 'main').free
}

/** Writes the whole file again without what is free in it; from then on it gives back space in steps. */
export function compactFile(database: DatabaseSync): void {
  letGiveBack(database)
  database.exec('VACUUM main')
}

/**
 * What is removed is overwritten where that costs no write of its own, so in all pages that stay in use. A page that becomes
 * free keeps its bytes until it is used again or given back.
 */
export const usualDelete = 'PRAGMA secure_delete = FAST'

/** Makes a function that gives back some space in the open transaction of the writer; answers how many pages are left to give. */
export function spaceWriter(database: DatabaseSync): () => number {
  const count = database.prepare('PRAGMA main.freelist_count')
  const { inSteps } = fileSpace(database, 'main')
  const left = () => Math.max(0, Number(count.get()?.['freelist_count'] ?? 0) - keptFree)
  return () => {
    if (!inSteps || left() === 0) return 0
    return giveBackForAMoment(database, left)
  }
}

/** Gives back pages for `stepMs`; answers how many are left to give. */
function giveBackForAMoment(database: DatabaseSync, left: () => number): number {
  const until = performance.now() + stepMs
  do giveBackPages(database, pagesAtOnce)
  while (left() > 0 && performance.now() < until)
  return left()
}

/** Gives back what the index has free. */
export interface IndexSpace {
  /** One step; false when there is nothing to do. */
  giveBack(): boolean
}

/** Makes it for the index thread's connection. */
export function indexSpace(database: DatabaseSync): IndexSpace {
  const free = database.prepare('PRAGMA main.freelist_count')
  const left = () => Number(free.get()?.['freelist_count'] ?? 0) - keptFree
  const isInSteps = fileSpace(database, 'main').inSteps
  return {
    giveBack() {
      if (!isInSteps || left() <= 0) return false
      database.exec('BEGIN')
      try {
        giveBackForAMoment(database, left)
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
      return true
    },
  }
}
