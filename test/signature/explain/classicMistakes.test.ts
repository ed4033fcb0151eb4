/** @module-tag scaled */
import { describe, expect, it } from 'vitest'
import { explain } from '../../../src/engine/signature/explain/explain.ts'
import { isThorough } from '../../support/thorough.ts'
import { classicMistakes, type MistakeCase } from './mistakes/classicMistakes.ts'
import { families } from './mistakes/families.ts'

/** Every mistake at one sender or another: more of them where it is the service, and half of its own in `npm run test:full`. */
const every = isThorough ? { service: 2, other: 12 } : { service: 12, other: 60 }

/** Minimum of a hundred mistakes that must be named correctly at first. */
const wanted = 98

const cases = classicMistakes()

describe.each(families.map(({ id }) => id))('classic mistakes at %s', (id) => {
  const all = cases.filter(({ family }) => family === id)
  const step = id === 'service' ? every.service : every.other
  const tried = all.filter((_case, index) => (index + id.length) % step === 0)

  it(`are named right at first, ${wanted} of 100`, () => {
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
