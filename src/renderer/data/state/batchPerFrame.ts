/** Batches are at least this far apart, ms: twenty changes a second are as live as an eye can tell. */
const restMs = 48
/**
 * In a rush, from so many things a second on, nobody reads a row before the next ones push it away. Then few large batches
 * leave nearly all frames to what a person does, and fewer still while somebody types or reads further down.
 */
const rush = { perSecond: 100, restMs: 600, busyRestMs: 1500 }
/** A hidden page gets no frames: there a timer hands over, ms. */
const hiddenMs = 250

/**
 * Collects what comes and hands it over with the next frame, soon after another batch and in a rush somewhat later.
 * @param page where frames and timers come from
 * @param weigh how many things an item holds
 * @param isBusy whether a person does what needs the frames more than news does
 */
export function batchPerFrame<T>(
  page: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame' | 'setTimeout' | 'clearTimeout' | 'performance'>,
  flush: (batch: T[]) => void,
  weigh: (item: T) => number = () => 1,
  isBusy: () => boolean = () => false,
): { add(item: T): void; stop(): void } {
  let batch: T[] = []
  let frame: number | undefined
  let timer: number | undefined
  let flushedAt = -Infinity
  let restFor = restMs

  const end = () => {
    if (frame !== undefined) page.cancelAnimationFrame(frame)
    if (timer !== undefined) page.clearTimeout(timer)
    frame = undefined
    timer = undefined
  }
  const run = () => {
    end()
    const taken = batch
    batch = []
    const now = page.performance.now()
    const seconds = Math.max(now - flushedAt, restMs) / 1000
    const weight = taken.reduce((sum, item) => sum + weigh(item), 0)
    if (weight / seconds < rush.perSecond) restFor = restMs
    else restFor = isBusy() ? rush.busyRestMs : rush.restMs
    flushedAt = now
    flush(taken)
  }
  const runWithFrame = () => {
    frame = page.requestAnimationFrame(run)
    timer = page.setTimeout(run, hiddenMs)
  }
  return {
    add: (item) => {
      batch.push(item)
      if (batch.length > 1) return
      const rest = flushedAt + restFor - page.performance.now()
      if (rest <= 0) runWithFrame()
      else timer = page.setTimeout(runWithFrame, rest)
    },
    stop: end,
  }
}
