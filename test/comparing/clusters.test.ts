import { expect, test } from 'vitest'
import { createClusters } from '../../src/engine/comparing/clusters.ts'
import { isSlower, looksSlower } from '../../src/engine/comparing/buildAnswers.ts'
import type { DifferenceCluster, DifferencePart } from '../../src/shared/wireTypes.ts'

const empty = { status: 200, headers: [], body: '', bodyTruncated: false, problem: null, took: 1 }
const example = (deliveryId: string): DifferenceCluster['example'] => ({
  deliveryId,
  old: empty,
  new: empty,
  differences: [],
})
const status: DifferencePart = { kind: 'status', before: 200, after: 500, message: null }
const slower: DifferencePart = { kind: 'slower' }

test('deliveries that differ in the same way are one cluster, the most frequent first, with the first as its example', () => {
  const clusters = createClusters()
  for (const [deliveryId, type, part] of [
    ['1', 'Payment create', slower],
    ['2', 'Payment create', status],
    ['5', 'Payment update', status],
    ['9', 'Payment update', status],
  ] as const) {
    clusters.add({ deliveryId, type, parts: [part] }, () => example(deliveryId))
  }
  expect(clusters.view()).toEqual([
    {
      parts: [status],
      count: 3,
      types: [
        { type: 'Payment update', count: 2 },
        { type: 'Payment create', count: 1 },
      ],
      deliveryIds: ['2', '5', '9'],
      example: example('2'),
    },
    expect.objectContaining({ parts: [slower], count: 1 }),
  ])
})

test('a further way to differ is counted where there are too many', () => {
  const clusters = createClusters()
  for (let code = 0; code < 103; code += 1) {
    const part: DifferencePart = { kind: 'status', before: 200, after: code, message: null }
    clusters.add({ deliveryId: String(code), type: null, parts: [part] }, () => example(String(code)))
  }
  expect([clusters.view().length, clusters.others()]).toEqual([100, 3])
})

test('an answer is slower by a large factor and a time that is felt, in each measurement', () => {
  expect([looksSlower(10, 40), looksSlower(10, 200), looksSlower(100, 350), looksSlower(100, 600)]).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect(isSlower([100, 90, 110], [700, 800, 650])).toBe(true)
  expect(isSlower([100, 90, 400], [700, 800, 650])).toBe(false)
})
