import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Speed of a compaction on this disk. */
export interface CompactionSpeed {
  /** Bytes of both files that a compaction writes again in a second. */
  bytesPerSecond(): number
  /** Records the duration of one compaction. */
  note(bytes: number, ms: number): void
}

/** Size of a file that is written and synced to see how fast the disk is, bytes: some milliseconds up to a second. */
const probeBytes = 8 * 1024 * 1024
/** A compaction reads everything, and writes it to a temporary file, to the log and to the database. */
const passes = 4
/** Assumed where the disk cannot be probed, for example when it is full. */
const unknownSpeed = 40 * 1024 * 1024
/** Minimum interval between measurements of a disk, ms. */
const validMs = 600_000
/** Smaller files say nothing about a large one. */
const telling = 8 * 1024 * 1024

/** Makes it. Nothing is written before the first question. */
export function createCompactionSpeed(folder: string, now: () => number): CompactionSpeed {
  let known: { speed: number; until: number } | null = null
  return {
    bytesPerSecond() {
      if (known === null || now() > known.until) known = { speed: probe(folder) / passes, until: now() + validMs }
      return known.speed
    },
    note(bytes, ms) {
      if (bytes >= telling && ms > 0) known = { speed: (bytes * 1000) / ms, until: Number.MAX_SAFE_INTEGER }
    },
  }
}

/** Bytes a second that the disk writes and syncs. */
function probe(folder: string): number {
  const file = join(folder, 'speed.probe')
  try {
    rmSync(file, { force: true })
    const begun = performance.now()
    const descriptor = openSync(file, 'wx', 0o600)
    try {
      const piece = Buffer.alloc(1024 * 1024, 0x5a)
      for (let written = 0; written < probeBytes; written += piece.length) writeSync(descriptor, piece)
      fdatasyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    return (probeBytes * 1000) / (performance.now() - begun)
  } catch {
    return unknownSpeed * passes
  } finally {
    rmSync(file, { force: true })
  }
}
