import { describe, expect, test } from 'vitest'
import { rowsPassed } from '../../../src/renderer/features/inbox/list/DeliveryList.tsx'
import { aDelivery } from '../state/builders.ts'

const items = Array.from({ length: 100 }, (_, at) => aDelivery(100 - at))
const passed = (before: Parameters<typeof rowsPassed>[0], now: Parameters<typeof rowsPassed>[1]) => {
  const rows = rowsPassed(before, now)
  return rows.length === 0 ? [] : [rows[0]?.id, rows.at(-1)?.id]
}

describe('rows that somebody scrolled past', () => {
  test('are all between what was in sight and what is', () => {
    expect(passed({ items, first: 0, last: 9 }, { items, first: 40, last: 49 })).toEqual(['100', '51'])
    expect(passed({ items, first: 40, last: 49 }, { items, first: 30, last: 39 })).toEqual(['70', '51'])
  })

  test('are none while nobody scrolls', () => {
    expect(passed(null, { items, first: 0, last: 9 })).toEqual([])
    expect(passed({ items, first: 0, last: 9 }, { items, first: 0, last: 12 })).toEqual([])
  })

  test('are none when the list moved on its own: what flew by was not read', () => {
    expect(passed({ items, first: 0, last: 9 }, { items: [aDelivery(101), ...items], first: 1, last: 10 })).toEqual([])
  })
})
