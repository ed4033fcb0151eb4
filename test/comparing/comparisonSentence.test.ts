import { expect, test } from 'vitest'
import { comparisonSentence } from '../../src/shared/words/sending/comparisons.ts'

const view = { state: 'done' as const, total: 4, done: 4, same: 1, differ: 0, clusters: [], others: 0 }

test('a comparison counts only the deliveries whose answers it compared', () => {
  expect(comparisonSentence(view)).toBe('1 of 4 deliveries compared: No difference in 1 delivery.')
  expect(comparisonSentence({ ...view, same: 4 })).toBe('No difference in 4 deliveries.')
  expect(comparisonSentence({ ...view, same: 0 })).toBe('Nothing was compared.')
})
