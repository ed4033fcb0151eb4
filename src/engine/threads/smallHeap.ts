import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { collect } from './collectAtRest.ts'

/** The young generation grows up to this size, bytes: two halves of 4 MB. */
const youngBytes = 8 * 1024 * 1024
/** Growth of the old generation since its last collection that triggers the next one, per cent of what was alive then. */
const growth = 20
/** Minimum of that growth, bytes: V8 counts buffers, too, and a body of 10 MB should not trigger a collection. */
const room = 12 * 1024 * 1024

/** Delay after the start, which it would slow down. */
const startDelayMs = 1000
/** Number of objects that live at once and are copied, which makes the young generation grow. */
const objectsAtOnce = 20_000

/**
 * Keeps the heap of the thread that serves small. V8 lets its young generation grow to 64 MB in a burst, and its old one
 * to several times what is alive, and neither is given back. The option that limits the first, --max-semi-space-size, is
 * read before any of our code runs; the factor by which it grows is read each time it does. So it is made to grow as far
 * as is wanted and then no further, which takes some 15 ms. Both flags belong to the process: other threads keep the young
 * generation that they have by then, below their own limit (heapLimits), and their old ones, of some 10 MB, grow by the same
 * share as that of the thread that serves.
 * It is for the owner of a process: a command that is over before it begins is left as it is.
 * @param onFailure hears why V8 could not be tuned: the heap then grows as V8 wants, and nothing else changes
 * @param then once that is done
 */
export function keepHeapSmall(
  onFailure: (error: unknown) => void = () => undefined,
  delayMs = startDelayMs,
  then: () => void = () => undefined,
): void {
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      onFailure(error)
    }
  }
  setTimeout(() => {
    attempt(() => limitGrowth(attempt))
    then()
  }, delayMs).unref()
}

function limitGrowth(attempt: (work: () => void) => void): void {
  // Not for ever: a V8 that has other spaces is left as it is.
  for (let tries = 0; youngSize() < youngBytes; tries += 1) {
    if (tries === 20) return
    fill()
  }
  setFlagsFromString('--semi-space-growth-factor=1')
  setGrowth()
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isMajor)) attempt(setGrowth)
  })
  observer.observe({ entryTypes: ['gc'] })
  // V8 knows how much is alive after a collection; until the first one it allows for much more.
  collect()
}

function isMajor(entry: PerformanceEntry): boolean {
  const { detail } = entry as PerformanceEntry & { detail?: { kind?: number } }
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
}

/** V8 reads it at the end of a collection: what is alive after this one decides about the time after the next. */
function setGrowth(): void {
  const percent = Math.ceil((100 * room) / getHeapStatistics().used_heap_size)
  setFlagsFromString(`--heap-growing-percent=${Math.max(growth, percent)}`)
}

/** Size of the young generation, bytes. */
export function youngSize(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}

function fill(): readonly unknown[] {
  return Array.from({ length: objectsAtOnce }, (_, index) => ({ index, own: [index] }))
}
