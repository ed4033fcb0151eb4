import { closeSync, fdatasyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds of one 4 kB append with fdatasync on the disk of a folder: median and 99th percentile of 300. */
export function measureSync(folder: string): { p50: number; p99: number } {
  mkdirSync(folder, { recursive: true })
  const file = openSync(join(folder, 'sync-probe'), 'w')
  const page = Buffer.alloc(4096, 'x')
  const times: number[] = []
  for (let round = 0; round < 300; round += 1) {
    const before = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    times.push(performance.now() - before)
  }
  closeSync(file)
  times.sort((a, b) => a - b)
  return { p50: times[150] ?? NaN, p99: times[297] ?? NaN }
}
