import { expect, test } from 'vitest'
import { orderScenario } from '../../src/engine/ordering/orderScenario.ts'
import { valueBefore } from '../../src/shared/words/sending/comparisons.ts'
import { orderSentence } from '../../src/shared/words/sending/orders.ts'
import { difference } from '../../src/shared/json/difference.ts'

/** The step that reads the state in the scenario of a finding. */
function stateStep(expected: unknown, found: unknown, isPartial = false): unknown {
  const scenario = orderScenario(
    { steps: [], sentence: 'It differs.', differences: difference(expected, found), expected },
    {
      environment: { sandbox: true },
      target: 'http://127.0.0.1:3000',
      deliveries: new Map(),
      secrets: { texts: [], headers: [] } as never,
      resetCommand: null,
      stateCommand: 'make dump',
      settleMs: 500,
      isPartial,
    },
  )
  const [, step = '{}'] = /^ {2}- run: (.+)$/m.exec(scenario ?? '') ?? []
  const { json } = JSON.parse(step) as { json?: unknown }
  return json
}

test.each<[what: string, expected: unknown, found: unknown, json: unknown]>([
  ['a text', { a: { status: 'paid' } }, { a: { status: 'open' } }, { '/a/status': 'paid' }],
  ['a number', { a: [{ mails: 1 }] }, { a: [{ mails: 2 }] }, { '/a/0/mails': 1 }],
  ['null', { a: null }, { a: 1 }, { '/a': null }],
  ['a member that is gone', { a: { b: { c: 1 } } }, { a: {} }, { '/a/b': { c: 1 } }],
  ['a member that should not be there', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, { '/a': { b: 1 } }],
  ['a name with dots and slashes', { 'a.b/c': { d: true } }, { 'a.b/c': { d: false } }, { '/a.b~1c/d': true }],
  ['an element that should not be there', { a: [1] }, { a: [1, 1] }, { '/a': [1] }],
  ['an element that moved', { a: ['x', 'y', 'z'] }, { a: ['z', 'x', 'y'] }, { '/a': ['x', 'y', 'z'] }],
  ['the whole state', 1, 2, { '': 1 }],
])('the scenario of a finding expects %s', (_what, expected, found, json) => {
  expect(stateStep(expected, found)).toEqual(json)
})

test.each<[what: string, expected: unknown, found: unknown]>([
  ['a generated value', { a: '‹uuid›' }, { a: '' }],
  ['a text that reads as an expression', { a: '/x/' }, { a: '' }],
])('it only prints %s', (_what, expected, found) => {
  expect(stateStep(expected, found)).toBeUndefined()
})

test('where parts of the state are ignored, it expects single values only', () => {
  expect(stateStep({ a: { b: 1 } }, { a: { b: 2 } }, true)).toEqual({ '/a/b': 1 })
  expect(stateStep({ a: { b: 1 } }, { a: { b: 1, c: 2 } }, true)).toBeUndefined()
  expect(stateStep({ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, true)).toBeUndefined()
})

test('an element that moved is said with both places', () => {
  const differences = difference({ a: ['x', 'y', 'z'] }, { a: ['z', 'x', 'y'] })
  const steps = [{ deliveries: [2] }, { deliveries: [1] }] as never
  expect(orderSentence({ kind: 'order', steps, inOrder: [1, 2], by: 'state', differences }, [])).toBe(
    '#2 before #1: "z" is at a[0], in order at a[2].',
  )
  expect(differences.map(valueBefore)).toEqual(['"z" (at a[2])'])
})
