import type { Page } from '@playwright/test'

/** Result of one phase of the measurement. Times are milliseconds. */
export interface Frames {
  frames: number
  p50: number
  p95: number
  max: number
  /** Share of frames that were more than half a frame late. */
  late: number
  /** Tasks of more than 50 ms, and all of their time. */
  longTasks: number
  longTime: number
  /** From a key until what it changed was painted, 95th percentile; the browser rounds to 8 ms. NaN without keys. */
  keyP95: number
  /**
   * CPU time of the page's thread as a share of the elapsed time, with scripts, styles and layout. It does not depend on
   * other load of the machine.
   */
  busy: number
  /** CPU time of the page's thread for one frame, ms. */
  cost: number
  script: number
  style: number
  layout: number
}

const shares = {
  busy: 'TaskDuration',
  script: 'ScriptDuration',
  style: 'RecalcStyleDuration',
  layout: 'LayoutDuration',
}

interface Recorder {
  frames: number[]
  long: number[]
  keys: number[]
}

/** Records frames, long tasks and keys from the start of each document. */
export function recordFrames(): void {
  const recorder: Recorder = { frames: [], long: [], keys: [] }
  ;(window as unknown as { recorder: Recorder }).recorder = recorder
  let before = performance.now()
  const frame = (now: number) => {
    recorder.frames.push(now - before)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  new PerformanceObserver((list) => {
    recorder.long.push(...list.getEntries().map((entry) => entry.duration))
  }).observe({ type: 'longtask' })
  const byKey = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name.startsWith('key')) recorder.keys.push(entry.duration)
  })
  byKey.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Measures the frames during an action. */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<Frames> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const times = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (share: keyof typeof shares) => metrics.find(({ name }) => name === shares[share])?.value ?? NaN
  }
  const clear = async () =>
    page.evaluate(() => {
      const { recorder } = window as unknown as { recorder: Recorder }
      const taken = { ...recorder }
      ;[recorder.frames, recorder.long, recorder.keys] = [[], [], []]
      return taken
    })
  await clear()
  const [startedAt, before] = [performance.now(), await times()]
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const after = await times()
  const share = (of: keyof typeof shares) => (after(of) - before(of)) / seconds
  const { frames, long, keys } = await clear()
  await devtools.detach()
  const at = percentiles(frames)
  return {
    frames: frames.length,
    p50: at(0.5),
    p95: at(0.95),
    max: at(1),
    late: frames.filter((delta) => delta > 25).length / frames.length,
    longTasks: long.length,
    longTime: long.reduce((sum, duration) => sum + duration, 0),
    keyP95: percentiles(keys)(0.95),
    busy: share('busy'),
    cost: (share('busy') * seconds * 1000) / frames.length,
    script: share('script'),
    style: share('style'),
    layout: share('layout'),
  }
}

export function percentiles(values: readonly number[]): (share: number) => number {
  const sorted = [...values].sort((a, b) => a - b)
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
