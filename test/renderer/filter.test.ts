import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatFilter, matchesFields, noFilter, parseFilter } from '../../src/renderer/state/filter.ts'
import { acceptSuggestion, readDraft, suggestionsFor } from '../../src/renderer/state/filterDraft.ts'
import { verdicts } from '../../src/shared/model.ts'
import { aDelivery } from './builders.ts'

describe('the typed filter', () => {
  test('takes fields out and leaves the words', () => {
    expect(parseFilter('verdict:invalid iban type:Payment action:create DE89')).toEqual({
      filter: { verdict: 'invalid', resourceType: 'Payment', action: 'create', q: 'iban DE89' },
      problem: null,
    })
  })

  test('keys and verdicts compare without case', () => {
    expect(parseFilter('VERDICT:Valid-Previous').filter.verdict).toBe('valid-previous')
  })

  test('quotes keep several words together, also as a value, also unclosed', () => {
    expect(parseFilter('"Aster & Co"').filter.q).toBe('Aster & Co')
    expect(parseFilter('type:"Odd Kind" rest').filter).toEqual({ ...noFilter, resourceType: 'Odd Kind', q: 'rest' })
    expect(parseFilter('"half').filter.q).toBe('half')
  })

  test('a key that is not ours is a word', () => {
    expect(parseFilter('http://x status:200').filter.q).toBe('http://x status:200')
  })

  test('an unknown verdict is told with what there is, and filters nothing', () => {
    const { filter, problem } = parseFilter('verdict:good')
    expect(filter.verdict).toBeNull()
    expect(problem).toBe(`There is no verdict "good". A verdict is one of: ${verdicts.join(', ')}.`)
  })

  test('what is formatted is read back as the same filter', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,9}$/)
    const filters = fc.record({
      verdict: fc.option(fc.constantFrom(...verdicts)),
      resourceType: fc.option(fc.oneof(word, fc.constant('Odd Kind'))),
      action: fc.option(word),
      q: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
    })
    fc.assert(
      fc.property(filters, (filter) => {
        expect(parseFilter(formatFilter(filter)).filter).toEqual(filter)
      }),
    )
  })

  test('any text at all is read without throwing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof parseFilter(text).filter.q).toBe('string')
      }),
    )
  })

  test('fields must all match', () => {
    const filter = { ...noFilter, verdict: 'valid', action: 'create' } as const
    expect(matchesFields(filter, aDelivery(1))).toBe(true)
    expect(matchesFields({ ...noFilter, resourceType: 'payment' }, aDelivery(1))).toBe(true)
    expect(matchesFields(filter, aDelivery(1, { action: 'update' }))).toBe(false)
    expect(matchesFields(filter, aDelivery(1, { verdict: 'invalid' }))).toBe(false)
  })
})

describe('typing a filter', () => {
  test('a pair becomes a chip once something stands behind it', () => {
    expect(readDraft(noFilter, 'verdict:inv', false)).toEqual({ filter: noFilter, rest: 'verdict:inv', problem: null })
    expect(readDraft(noFilter, 'verdict:invalid ', false)).toEqual({
      filter: { ...noFilter, verdict: 'invalid' },
      rest: '',
      problem: null,
    })
  })

  test('Enter takes the last pair too', () => {
    expect(readDraft(noFilter, 'iban type:Payment', true)).toEqual({
      filter: { ...noFilter, resourceType: 'Payment', q: 'iban' },
      rest: 'iban',
      problem: null,
    })
  })

  test('words stay in the field exactly as they are typed', () => {
    expect(readDraft(noFilter, 'two  words ', false).rest).toBe('two  words ')
  })

  test('chips that stand already are kept', () => {
    const filter = { ...noFilter, verdict: 'valid' } as const
    expect(readDraft(filter, 'action:create ', false).filter).toEqual({ ...filter, action: 'create' })
  })

  test('a wrong verdict changes nothing and says why', () => {
    const result = readDraft(noFilter, 'verdict:fine', true)
    expect(result.filter).toBe(noFilter)
    expect(result.problem).toContain('no verdict "fine"')
  })

  test('completion offers keys, then values that occur', () => {
    const seen = { type: ['Payment', 'Wallet'], action: ['create'] }
    expect(suggestionsFor('ty', seen).map((item) => item.insert)).toEqual(['type:'])
    expect(suggestionsFor('x type:w', seen).map((item) => item.insert)).toEqual(['type:Wallet '])
    expect(suggestionsFor('verdict:val', seen).map((item) => item.label)).toEqual(['valid', 'valid-previous'])
    const [first] = suggestionsFor('x type:w', seen)
    expect(first && acceptSuggestion('x type:w', first)).toBe('x type:Wallet ')
  })
})
