import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import { compareDecimals, numberOf } from '../../src/shared/filter/fieldTerm.ts'
import { formatDeliveryFilter } from '../../src/shared/filter/formatDeliveryFilter.ts'
import { filterSentence } from '../../src/shared/words/filters.ts'

const problems: [text: string, says: string][] = [
  ['body.:5', '"body.:5" names no field'],
  ['body.a..b:5', '"body.a..b:5" names no field'],
  ['body.a=', '"body.a=" has no value'],
  ['body.a~5', '"body.a~5" has no operator that exists'],
  ['exists:a.b', '"exists:a.b" names no field'],
  ['body.a>red', '"body.a>red" compares with something that has no order'],
  ['-header.x-a>=', '"header.x-a>=" has no value'],
]

it.each(problems)('refuses %s with a sentence that names the place', (text, says) => {
  const { problem } = parseDeliveryFilter(text, 0)
  expect(problem === null ? '' : filterSentence(problem)).toContain(says)
})

it('takes as words what has no operator, and addresses', () => {
  for (const text of ['body.amount', 'body', 'https://body.example/x?a=1']) {
    expect(parseDeliveryFilter(text, 0)).toMatchObject({ filter: { terms: [{ key: 'text' }] }, problem: null })
  }
})

it('is typed as it is read', () => {
  const name = fc.stringMatching(/^[^\s"=<>!:~./|]{1,8}$/)
  const value = fc.stringMatching(/^[^"]{0,12}$/)
  const term = fc
    .tuple(fc.constantFrom('', '-'), fc.constantFrom('body', 'object'), fc.array(name, { minLength: 1, maxLength: 4 }))
    .chain(([sign, source, path]) =>
      fc
        .tuple(fc.constantFrom('.', '/'), fc.constantFrom(':', '=', '!='), value)
        .map(([point, operator, text]) => `${sign}${source}${point}${path.join(point)}${operator}"${text}"`),
    )
  fc.assert(
    fc.property(fc.array(term, { minLength: 1, maxLength: 3 }), (terms) => {
      const { filter, problem } = parseDeliveryFilter(terms.join(' '), 0)
      expect(problem).toBeNull()
      expect(filter.terms).toHaveLength(terms.length)
      expect(parseDeliveryFilter(formatDeliveryFilter(filter), 0).filter).toEqual(filter)
    }),
  )
})

it('orders decimals of any length as numbers', () => {
  const order = (a: string, b: string): number => {
    const [left, right] = [numberOf(a), numberOf(b)]
    return left === null || right === null ? Number.NaN : compareDecimals(left, right)
  }
  expect(order('9007199254740993', '9007199254740992')).toBe(1)
  expect(order('-0.50', '-0.5')).toBe(0)
  expect(order('-2', '1')).toBe(-1)
  expect(order('1e3', '1000')).toBe(0)
  expect(order('1.', '1')).toBeNaN()
})
