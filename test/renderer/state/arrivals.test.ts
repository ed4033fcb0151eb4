import { describe, expect, it } from 'vitest'
import { type Arrivals, arrivalsAt, followArrivals } from '../../../src/renderer/app/frame/RateSparkline.tsx'
import { createAppStore } from '../../../src/renderer/data/state/appStore.ts'
import { aDelivery } from './builders.ts'

const counted = (...slices: [number, number][]) => ({ slices: new Map(slices), knownFrom: -Infinity })

describe('the pulse of arrivals', () => {
  it('is counted in slices, the newest last, and a bar keeps its deliveries while time moves on within its slice', () => {
    const some = counted([2, 1], [3, 1], [4, 2])
    expect(arrivalsAt(some, 9999, 3, 2000)).toEqual({ counts: [1, 1, 2], isLeast: false })
    expect(arrivalsAt(some, 8001, 3, 2000)).toEqual(arrivalsAt(some, 9999, 3, 2000))
    expect(arrivalsAt(some, 10_000, 3, 2000).counts).toEqual([1, 2, 0])
  })

  it('counts an arrival as just now when the clock runs a little behind', () => {
    expect(arrivalsAt(counted([5, 1]), 9990, 2, 2000).counts).toEqual([0, 1])
  })

  it('says when more came than the page knows of', () => {
    const { slices } = counted([4, 2])
    expect(arrivalsAt({ slices, knownFrom: 7000 }, 9999, 3, 2000).isLeast).toBe(true)
    expect(arrivalsAt({ slices, knownFrom: 1000 }, 9999, 3, 2000).isLeast).toBe(false)
  })

  it('counts each delivery once, as the feed brings it', async () => {
    const store = createAppStore()
    const now = new Date().toISOString()
    const show = (...ids: number[]) =>
      store.setState(({ feed }) => ({ feed: { ...feed, window: ids.map((id) => aDelivery(id, { receivedAt: now })) } }))
    const sums: number[] = []
    const tell = ({ counts }: Arrivals) => sums.push(counts.reduce((sum, count) => sum + count, 0))
    show(2, 1)
    const stop = followArrivals(store, 6000, 10, tell)
    show(3, 2, 1)
    show(3, 2, 1)
    await expect.poll(() => sums.at(-1)).toBe(3)
    stop()
    show(4, 3, 2, 1)
    // Nothing yet, and then the first that are found, at once.
    expect(sums.slice(0, 2)).toEqual([0, 2])
  })
})
