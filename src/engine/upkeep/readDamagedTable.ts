import type { DatabaseSync } from 'node:sqlite'

export type Row = Record<string, null | number | string | Uint8Array>

/** The part of a table that SQLite could not reach. */
export interface Unreadable {
  /** Number of row ids that could not be read: at most this many rows. Where ids were deleted there are fewer. */
  ids: number
  /** Nothing after the last row that was read can be reached, so it is not known how many rows there were. */
  isCutOff: boolean
}

/** Row ids from `first` up to, but without, `end`. */
interface Range {
  first: number
  end: number
}

/** Each attempt reads one range. This many suffice to try all rows of several lost inner pages one by one. */
const usualMaxAttempts = 100_000
/** The smaller, the fewer rows between two damaged places are jumped over. */
const stepGrowth = 1.25

/**
 * Reads every row of a table that SQLite can reach, and calls `take` with each. A damaged page makes SQLite fail for a range of
 * ids: growing steps lead past it to the next readable row, and halving the ids in between finds the rows next to the damage.
 */
export function readDamagedTable(
  source: DatabaseSync,
  table: string,
  columns: readonly string[],
  take: (row: Row) => void,
  maxAttempts = usualMaxAttempts,
): Unreadable {
  const following = source.prepare(
    `SELECT rowid AS "$rowid", ${columns.join(', ')} FROM ${table} WHERE rowid >= ? AND rowid < ? ORDER BY rowid LIMIT 1`,
  )

  /** Returns the first id that could not be read, or null when the whole range was read. */
  function read({ first, end }: Range): number | null {
    for (let next = first; next < end;) {
      let row: Row | undefined
      try {
        row = following.get(next, end) as Row | undefined
      } catch {
        return next
      }
      if (row === undefined) return null
      const id = Number(row['$rowid'])
      // Damage can lead in a circle.
      if (id < next) return next
      take(row)
      next = id + 1
    }
    return null
  }

  const { skipped, isCutOff } = readUpwards(read)
  let ids = 0
  let attempts = 0
  // Breadth first: where the attempts do not suffice, they are spread over all of the damage.
  for (const wide of skipped) {
    const failedAt = attempts < maxAttempts ? read(wide) : wide.first
    attempts += 1
    if (failedAt === null) continue
    const left = wide.end - failedAt
    if (left === 1 || attempts > maxAttempts) ids += left
    else {
      const middle = failedAt + Math.floor(left / 2)
      skipped.push({ first: failedAt, end: middle }, { first: middle, end: wide.end })
    }
  }
  return { ids, isCutOff }
}

/** Reads from the first row to the last one that can be reached; returns the ids that were jumped over. */
function readUpwards(read: (range: Range) => number | null): { skipped: Range[]; isCutOff: boolean } {
  const skipped: Range[] = []
  let pending: Range[] = []
  let step = 1
  // SQLite gives ids from 1.
  for (let first = 1; first < Number.MAX_SAFE_INTEGER;) {
    const failedAt = read({ first, end: Number.MAX_SAFE_INTEGER })
    if (failedAt !== first) {
      // The damage ends before this id.
      skipped.push(...pending)
      pending = []
      step = 1
    }
    if (failedAt === null) return { skipped, isCutOff: false }
    pending.push({ first: failedAt, end: failedAt + step })
    first = failedAt + step
    step = Math.ceil(step * stepGrowth)
  }
  return { skipped, isCutOff: true }
}
