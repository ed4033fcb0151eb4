/** In a rush, batches are at least this far apart, ms: twenty changes a second are as live as an eye can tell. */
const restMs = 48
/** A hidden page gets no frames: there a timer hands over, ms. */
const hiddenMs = 250

/**
 * Collects what comes and hands it over with the next frame, in a rush somewhat later.
 * @param page where frames and timers come from
 */
export function batchPerFrame<T>(
  page: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame' | 'setTimeout' | 'clearTimeout' | 'performance'>,
  flush: (batch: T[]) => void,
): { add(item: T): void; stop(): void } {
  let batch: T[] = []
  let frame: number | undefined
  let timer: number | undefined
  let flushedAt = -Infinity

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
    flushedAt = page.performance.now()
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
      const rest = flushedAt + restMs - page.performance.now()
      if (rest <= 0) runWithFrame()
      else timer = page.setTimeout(runWithFrame, rest)
    },
    stop: end,
  }
}
