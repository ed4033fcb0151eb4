import { describe, expect, test } from 'vitest'
import { seenValues, suggestionsFor } from '../../../src/renderer/features/inbox/list/FilterParts.tsx'
import { acceptSuggestion, readDraft } from '../../../src/renderer/features/inbox/list/filterDraft.ts'
import {
  chipsOf,
  narrowed,
  turned,
  verdictIn,
  withoutTerm,
  withVerdict,
  wordsIn,
} from '../../../src/renderer/data/state/filterTerms.ts'
import { filterWords } from '../../../src/renderer/features/inbox/list/words.ts'
import { noFilter, parseDeliveryFilter } from '../../../src/shared/filter/deliveryFilter.ts'
import { fieldTermOf, formatDeliveryFilter, termOf } from '../../../src/shared/filter/formatDeliveryFilter.ts'
import { aDelivery } from './builders.ts'

const now = 1_700_000_000_000
const filter = (text: string) => parseDeliveryFilter(text, now).filter
/** Chips, words and the text of the field after typing next to `chips`. */
function typed(draft: string, whole = false, chips = '') {
  const { filter: next, rest, problem } = readDraft(filter(chips), draft, whole, now)
  return { filter: formatDeliveryFilter(next), rest, problem }
}

test('a term from a context menu takes the place of those that say the same or the opposite', () => {
  const payment = termOf('type', 'Payment')
  expect(narrowed('-type:Payment "two words" after:10m', payment)).toBe('"two words" after:10m type:Payment')
  expect(narrowed('type:payment is:late', { ...payment, negated: true })).toBe('is:late -type:Payment')
  expect(narrowed('-type:Wallet type:Kyc', payment)).toBe('-type:Wallet type:Payment')
})

describe('typing a filter', () => {
  test('a pair becomes a chip once something stands behind it', () => {
    expect(typed('verdict:inv')).toEqual({ filter: '', rest: 'verdict:inv', problem: null })
    expect(typed('verdict:invalid ')).toEqual({ filter: 'verdict:invalid', rest: '', problem: null })
    expect(typed('-is:late ')).toEqual({ filter: '-is:late', rest: '', problem: null })
  })

  test('a quoted value is finished by its second quote', () => {
    expect(typed('type:"Odd Ki').rest).toBe('type:"Odd Ki')
    expect(typed('type:"Odd Kind" x')).toEqual({ filter: 'type:"Odd Kind" x', rest: 'x', problem: null })
  })

  test('Enter takes the last pair too', () => {
    expect(typed('iban type:Payment', true)).toEqual({ filter: 'iban type:Payment', rest: 'iban', problem: null })
  })

  test('words stay in the field exactly as they are typed, and are what is looked for', () => {
    expect(typed('two  "whole words" ')).toEqual({
      filter: 'two "whole words"',
      rest: 'two  "whole words" ',
      problem: null,
    })
  })

  test('chips that are there already are kept, unless the same key is typed again', () => {
    expect(typed('action:create ', false, 'verdict:valid').filter).toBe('verdict:valid action:create')
    expect(typed('verdict:invalid ', false, 'verdict:valid type:Payment').filter).toBe('verdict:invalid type:Payment')
    expect(typed('is:pinned ', false, 'is:late -type:Wallet').filter).toBe('is:late -type:Wallet is:pinned')
  })

  test('a wrong value changes nothing and says why', () => {
    const result = readDraft(noFilter, 'verdict:fine', true, now)
    expect(result.filter).toBe(noFilter)
    expect(result.problem).toContain('no verdict "fine"')
    expect(typed('after:soon ').problem).toContain('"after:soon" names no moment')
  })

  test('a key that does not exist is named with what it may mean, or all that there are', () => {
    expect(readDraft(noFilter, 'verdit:valid x', false, now).unknownKeys).toEqual(['verdit'])
    expect(filterWords.unknownKey('verdit', 'verdict')).toContain('Did you mean verdict:?')
    expect(filterWords.unknownKey('header', null)).toContain('searched as a word. The keys are verdict, type,')
    for (const half of ['http:', 'https:/', 'urn:', '"header:']) {
      expect(readDraft(noFilter, half, false, now).unknownKeys).toEqual([])
    }
  })
})

describe('chips', () => {
  const chosen = filter('verdict:valid -type:Wallet "two words" is:late')
  const [verdict, type] = chipsOf(chosen)

  test('stand for keys; the words are for the field', () => {
    expect(chipsOf(chosen).map(({ key }) => key)).toEqual(['verdict', 'type', 'is'])
    expect(wordsIn(chosen)).toBe('"two words"')
  })

  test('are turned round and taken away where they stand', () => {
    if (verdict === undefined || type === undefined) throw new Error('no chips')
    expect(formatDeliveryFilter(turned(chosen, type))).toBe('verdict:valid type:Wallet "two words" is:late')
    expect(formatDeliveryFilter(withoutTerm(chosen, verdict))).toBe('-type:Wallet "two words" is:late')
  })

  test('a seal narrows to its verdict, in place of another', () => {
    expect(verdictIn(chosen)).toBe('valid')
    expect(verdictIn(filter('verdict:valid|invalid'))).toBeNull()
    expect(verdictIn(filter('-verdict:valid'))).toBeNull()
    expect(formatDeliveryFilter(withVerdict(chosen, 'invalid'))).toBe(
      'verdict:invalid -type:Wallet "two words" is:late',
    )
    expect(formatDeliveryFilter(withVerdict(chosen, null))).toBe('-type:Wallet "two words" is:late')
  })
})

describe('completion', () => {
  const seen = seenValues([
    aDelivery(1),
    aDelivery(2, { resourceType: 'Wallet' }),
    aDelivery(3, { resourceType: 'Odd Kind', verdict: 'invalid' }),
  ])
  const inserts = (draft: string) => suggestionsFor(draft, seen).map((item) => item.insert)

  test('offers keys, also behind a sign', () => {
    expect(inserts('ty')).toEqual(['type:'])
    expect(inserts('x -ty')).toEqual(['-type:'])
    expect(inserts('').length).toBeGreaterThan(5)
  })

  test('offers values that are there, and says how often', () => {
    expect(inserts('x type:w')).toEqual(['type:Wallet '])
    expect(inserts('type:odd')).toEqual(['type:"Odd Kind" '])
    expect(suggestionsFor('verdict:', seen).slice(0, 3)).toMatchObject([
      { label: 'valid', hint: '2 of the newest deliveries' },
      { label: 'valid-previous', hint: 'none of the newest' },
      { label: 'invalid', hint: '1 of the newest deliveries' },
    ])
  })

  test('goes on behind a bar', () => {
    expect(inserts('-type:Payment|Wa')).toEqual(['-type:Payment|Wallet '])
  })

  test('offers marks, states and spans', () => {
    expect(inserts('is:d')).toEqual(['is:duplicate ', 'is:drift '])
    expect(inserts('status:fa')).toEqual(['status:failed '])
    expect(inserts('after:1')).toEqual(['after:10m ', 'after:1h '])
    expect(inserts('id:1')).toEqual([])
  })

  test('replaces the last word', () => {
    const [first] = suggestionsFor('x type:w', seen)
    expect(first && acceptSuggestion('x type:w', first)).toBe('x type:Wallet ')
  })
})

describe('fields', () => {
  const fields = [
    { place: 'body.amount', deliveries: 90 },
    { place: 'body.customer.name', deliveries: 7 },
    { place: 'object.status', deliveries: 3 },
  ]
  const inserted = (draft: string) => suggestionsFor(draft, seenValues([]), fields).map(({ insert }) => insert)

  test('a field stays in the text until something stands behind it, then it is a chip', () => {
    expect(typed('body.amount>10')).toEqual({ filter: '', rest: 'body.amount>10', problem: null })
    expect(typed('body.amount>10 ')).toEqual({ filter: 'body.amount>10', rest: '', problem: null })
    expect(typed('body.name:"two wo').rest).toBe('body.name:"two wo')
    expect(typed('-exists:object.note x')).toEqual({ filter: '-exists:object.note x', rest: 'x', problem: null })
    expect(typed('body.amount>red ').problem).toContain('has no order')
  })

  test('are completed from those that deliveries had', () => {
    expect(inserted('bod')).toEqual(['body.'])
    expect(inserted('x -body.')).toEqual(['-body.amount:', '-body.customer.name:'])
    expect(inserted('exists:obj')).toEqual(['exists:object.status '])
    expect(inserted('body.amount:')).toEqual([])
  })

  test('a value of another field with the same text keeps its term', () => {
    const amount = fieldTermOf('body', ['amount'], '5')
    expect(narrowed('body.total=5 body.amount!=6', amount)).toBe('body.total=5 body.amount!=6 body.amount=5')
    expect(narrowed('body.amount=5', { ...amount, negated: true })).toBe('-body.amount=5')
  })
})
