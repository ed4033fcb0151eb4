/**
 * Collects what comes and hands it over once a frame. A hidden page gets no frames: there a timer does it.
 * @param page where frames and timers come from
 */
export function batchPerFrame<T>(
  page: Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame' | 'setTimeout' | 'clearTimeout'>,
  flush: (batch: T[]) => void,
): { add(item: T): void; stop(): void } {
  let batch: T[] = []
  let frame: number | undefined
  let timer: number | undefined
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
    flush(taken)
  }
  return {
    add: (item) => {
      batch.push(item)
      if (batch.length > 1) return
      frame = page.requestAnimationFrame(run)
      timer = page.setTimeout(run, 250)
    },
    stop: end,
  }
}
