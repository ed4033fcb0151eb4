/** @module-tag full */
import { describe, expect, it } from 'vitest'
import { explain } from '../../../src/engine/signature/explain/explain.ts'
import { classicMistakes, type MistakeCase } from './mistakes/classicMistakes.ts'
import { families } from './mistakes/families.ts'

/** Minimum of a hundred mistakes that must be named correctly at first. */
const wanted = 98

const cases = classicMistakes()

describe.each(families.map(({ id }) => id))('classic mistakes at %s', (id) => {
  const all = cases.filter(({ family }) => family === id)
  // Every nth of them, and more where the sender is the service.
  const step = id === 'service' ? 2 : 12

  it(`are named right at first, ${wanted} of 100`, () => {
    const tried = all.filter((_case, index) => (index + id.length) % step === 0)
    const wrong = tried.flatMap((one) => {
      const named = nameOf(one)
      return one.causes.includes(named) ? [] : [`${one.name}: ${named}`]
    })
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual((tried.length * (100 - wanted)) / 100)
    expect(tried.length).toBeGreaterThan(2)
  })
})

/** The cause that is shown first. */
function nameOf({ make }: MistakeCase): string {
  const [first] = explain(make(), { isSpent: () => false, bytes: 512 * 1024 * 1024 }).findings
  return first === undefined ? 'nothing' : first.cause
}
