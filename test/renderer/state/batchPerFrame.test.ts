import { describe, expect, test } from 'vitest'
import { batchPerFrame } from '../../../src/renderer/data/state/startApp.ts'

/** A page whose clock, frames and timers move only on request. */
function aPage() {
  let now = 0
  let nextId = 1
  const frames = new Map<number, () => void>()
  const timers = new Map<number, { at: number; run: () => void }>()
  return {
    performance: { now: () => now } as Performance,
    requestAnimationFrame: (run: FrameRequestCallback) => {
      frames.set(nextId, () => run(now))
      return nextId++
    },
    cancelAnimationFrame: (id: number) => void frames.delete(id),
    setTimeout: ((run: () => void, ms = 0) => {
      timers.set(nextId, { at: now + ms, run })
      return nextId++
    }) as Window['setTimeout'],
    clearTimeout: (id?: number) => void (id !== undefined && timers.delete(id)),
    frame: () => {
      const due = [...frames.values()]
      frames.clear()
      for (const run of due) run()
    },
    pass: (ms: number) => {
      now += ms
      for (const [id, { at, run }] of timers) {
        if (at > now || !timers.delete(id)) continue
        run()
      }
    },
    waiting: () => frames.size + timers.size,
  }
}

function collecting() {
  const page = aPage()
  const batches: number[][] = []
  return { page, batches, batch: batchPerFrame<number>(page, (items) => void batches.push(items)) }
}

describe('batching', () => {
  test('hands over what came since the last frame, at once', () => {
    const { page, batches, batch } = collecting()
    for (const item of [1, 2, 3]) batch.add(item)
    expect(batches).toEqual([])
    page.frame()
    expect(batches).toEqual([[1, 2, 3]])
  })

  test('in a rush, the next batch waits a moment', () => {
    const { page, batches, batch } = collecting()
    batch.add(1)
    page.frame()
    batch.add(2)
    page.frame()
    expect(batches).toEqual([[1]])
    page.pass(48)
    page.frame()
    expect(batches).toEqual([[1], [2]])
  })

  test('when hundreds come a second, few large batches leave the frames to scrolling and typing', () => {
    const page = aPage()
    const batches: number[][] = []
    const batch = batchPerFrame<number>(
      page,
      (items) => void batches.push(items),
      (item) => item,
    )
    batch.add(1)
    page.frame()
    page.pass(100)
    batch.add(60)
    page.frame()
    expect(batches).toEqual([[1], [60]])
    batch.add(2)
    page.pass(500)
    page.frame()
    expect(batches).toHaveLength(2)
    page.pass(100)
    page.frame()
    expect(batches).toEqual([[1], [60], [2]])
    // It was no rush any more.
    batch.add(3)
    page.pass(48)
    page.frame()
    expect(batches).toHaveLength(4)
  })

  test('in a rush, the list updates less often while somebody types', () => {
    const page = aPage()
    const batches: number[][] = []
    const take = (items: number[]) => void batches.push(items)
    const batch = batchPerFrame<number>(
      page,
      take,
      (item) => item,
      () => true,
    )
    batch.add(1)
    page.frame()
    page.pass(100)
    batch.add(60)
    page.frame()
    batch.add(2)
    page.pass(1400)
    page.frame()
    expect(batches).toEqual([[1], [60]])
    page.pass(100)
    page.frame()
    expect(batches).toEqual([[1], [60], [2]])
  })

  test('a hidden page, which gets no frames, is served by a timer', () => {
    const { page, batches, batch } = collecting()
    batch.add(1)
    page.pass(250)
    expect(batches).toEqual([[1]])
    page.frame()
    expect(batches).toEqual([[1]])
  })

  test('stopping leaves nothing behind', () => {
    const { page, batches, batch } = collecting()
    batch.add(1)
    batch.stop()
    expect(page.waiting()).toBe(0)
    page.pass(1000)
    expect(batches).toEqual([])
  })
})
