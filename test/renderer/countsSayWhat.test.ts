import { describe, expect, test } from 'vitest'
import { rateRangeWords, rateWords } from '../../src/renderer/features/monitor/charts/words.ts'
import { latencyWords } from '../../src/renderer/features/monitor/health/words.ts'
import { inboxWords } from '../../src/renderer/features/inbox/list/words.ts'

describe('numbers that stand together say what they count', () => {
  test('the list names all that there are, also while only the newest are loaded', () => {
    expect(inboxWords.listed(200, true, 50_000)).toBe('newest 200 of 50,000 deliveries')
    expect(inboxWords.listed(41, false, 41)).toBe('41 deliveries')
    // A status is some moments old: the list never has more than there are.
    expect(inboxWords.listed(230, true, 200)).toBe('newest 230 of 230 deliveries')
  })

  test('the list does not claim to know how many fit a filter', () => {
    expect(inboxWords.listed(200, true, null)).toBe('newest 200 deliveries that match')
    expect(inboxWords.listed(41, false, null)).toBe('41 deliveries')
  })

  test('the chart above the list names its span of time', () => {
    expect(rateWords.total(56, rateRangeWords['15min'].short)).toBe('56 deliveries in 15 min')
  })

  test('the latency says when older deliveries are left out', () => {
    expect(latencyWords.window(10_000, true)).toBe('only the newest 10,000 are measured.')
    expect(latencyWords.window(10_000, false)).toBe('all in this time.')
  })
})
