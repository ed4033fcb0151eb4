import { expect, test } from 'vitest'
import { arrivalsPerSlice } from '../../src/renderer/frame/arrivals.ts'

const at = (ms: number) => ({ receivedAt: new Date(ms).toISOString() })

test('arrivals are counted in slices, the newest last', () => {
  const items = [at(9999), at(9000), at(7000), at(4100), at(100)]
  expect(arrivalsPerSlice(items, 9999, 3, 2000)).toEqual([1, 1, 2])
})

test('a bar keeps its deliveries while time moves on within its slice', () => {
  const items = [at(8100), at(8050)]
  expect(arrivalsPerSlice(items, 8200, 2, 2000)).toEqual(arrivalsPerSlice(items, 9900, 2, 2000))
})

test('a clock that runs a little behind counts an arrival as just now', () => {
  expect(arrivalsPerSlice([at(10_050)], 9_990, 2, 2000)).toEqual([0, 1])
})
