/** The message that a delivery is matched to, and its violations. */
import { describe, expect, test } from 'vitest'
import { createValidator } from '../../src/engine/contracts/createValidator.ts'
import { loadContract } from '../../src/engine/contracts/loadContract.ts'
import { contractFiles, openApi } from './contractFolder.ts'

const noTrace = { matched: () => undefined, compiled: () => undefined, matching: () => undefined }

function validatorOf(document: unknown) {
  const validate = createValidator(loadContract({ path: contractFiles({ 'a.json': document }, 'a.json') }), noTrace)
  return (body: unknown, headers: readonly string[] = []) => validate({ headers, body, eventType: null })
}

const any = {}
const typed = (type: string) => ({ properties: { type: { const: type } }, required: ['type', 'id'] })

describe('a delivery is matched', () => {
  test.each([
    [
      'by a field that tells all messages apart',
      { paid: typed('p'), sent: typed('s') },
      { type: 's', id: 1 },
      [],
      'sent',
      { by: 'field', evidence: [{ place: 'body.type', value: 's' }] },
    ],
    [
      'by name, from a header',
      { 'order.paid': any, 'order.sent': any },
      {},
      ['X-Event', 'order.sent'],
      'order.sent',
      { by: 'name', evidence: [{ place: 'header.x-event', value: 'order.sent' }] },
    ],
    [
      'by name, however it is spelled',
      { 'order-paid': any, orderSent: any },
      { event: 'ORDER_SENT'.toLowerCase() },
      [],
      'orderSent',
      { by: 'name', evidence: [{ place: 'body.event', value: 'order_sent' }] },
    ],
    [
      'by an event together with its action',
      { 'issue-opened': any, 'issue-closed': any },
      { action: 'closed' },
      ['X-GitHub-Event', 'issue'],
      'issue-closed',
      {
        by: 'name',
        evidence: [
          { place: 'header.x-github-event', value: 'issue' },
          { place: 'body.action', value: 'closed' },
        ],
      },
    ],
    ['to the only message', { order: any }, { id: 1 }, [], 'order', { by: 'only', evidence: [] }],
  ] as const)('%s', (_, schemas, body, headers, message, matched) => {
    expect(validatorOf(openApi(schemas))(body, headers)).toMatchObject({ state: 'held', message, matched })
  })

  test('by a header that its messages fix', () => {
    const message = (kind: string) => ({ headers: { properties: { 'X-Kind': { const: kind } } }, payload: any })
    const validate = validatorOf({
      asyncapi: '3.0.0',
      channels: { all: { messages: { one: message('1'), two: message('2') } } },
    })
    expect(validate({}, ['x-kind', '2'])).toMatchObject({ message: 'two', matched: { by: 'header' } })
  })

  test.each([
    ['nothing names a message', { a: any, b: any }, {}, { code: 'nothing-names-message' }],
    [
      'no message has the name',
      { a: any, b: any },
      { type: 'c' },
      { code: 'message-unknown', fields: { tried: ['body.type c'] } },
    ],
    ['several messages have the name', { 'a.b': any, a_b: any }, { type: 'a-b' }, { code: 'message-ambiguous' }],
    // Both fix the same action, which says nothing about the event.
    [
      'a fixed value is not unique',
      { a: { properties: { action: { const: 'x' } } }, b: { properties: { action: { const: 'x' } } } },
      { action: 'x' },
      { code: 'nothing-names-message' },
    ],
  ])('to none where %s', (_, schemas: Readonly<Record<string, unknown>>, body, why) => {
    expect(validatorOf(openApi(schemas))(body)).toMatchObject({ state: 'unmatched', message: null, why })
  })
})

describe('a violation has its pointer, rule and both values:', () => {
  test.each([
    ['a missing field', { required: ['id'] }, {}, ['/id', 'required', 'present', null]],
    ['another type', { properties: { id: { type: 'integer' } } }, { id: '7' }, ['/id', 'type', 'integer', '7']],
    [
      'a value that is not listed',
      { properties: { s: { enum: ['a', 'b'] } } },
      { s: 'c' },
      ['/s', 'enum', 'one of a, b', 'c'],
    ],
    [
      'a field too many',
      { properties: {}, additionalProperties: false },
      { 'a/b': 1 },
      ['/a~1b', 'additionalProperties', 'absent', '1'],
    ],
    ['a number out of range', { properties: { n: { minimum: 1 } } }, { n: 0 }, ['/n', 'minimum', '>= 1', '0']],
    ['a format', { properties: { at: { format: 'date-time' } } }, { at: 'now' }, ['/at', 'format', 'date-time', 'now']],
    ['a pattern', { properties: { s: { pattern: '^a' } } }, { s: 'b' }, ['/s', 'pattern', '^a', 'b']],
    [
      'one of a list',
      { properties: { l: { prefixItems: [{ type: 'string' }] } } },
      { l: [1] },
      ['/l/0', 'type', 'string', '1'],
    ],
    [
      'none of several schemas',
      { properties: { v: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
      { v: 1 },
      ['/v', 'anyOf', 'one of 2 schemas', '1'],
    ],
    [
      'the part of a choice that is deeper',
      { properties: { v: { oneOf: [{ type: 'null' }, { properties: { id: { type: 'string' } } }] } } },
      { v: { id: 1 } },
      ['/v/id', 'type', 'string', '1'],
    ],
  ] as const)('%s', (_, schema, body, violation) => {
    const { state, violations } = validatorOf(openApi({ x: schema }))(body)
    expect(state).toBe('violated')
    expect(violations.map(({ pointer, rule, expected, found }) => [pointer, rule, expected, found])).toEqual([
      violation,
    ])
  })

  test('a body that is not JSON', () => {
    expect(validatorOf(openApi({ x: any }))(undefined)).toMatchObject({ violations: [{ pointer: '', rule: 'json' }] })
  })

  test('of many, the first fifty and how many more', () => {
    const { violations, more } = validatorOf(openApi({ x: { items: { type: 'string' } } }))(
      Array.from({ length: 70 }, (_, at) => at),
    )
    expect([violations.length, more]).toEqual([50, 20])
  })
})

test('properties that are named like keywords are validated like all others', () => {
  const properties = { example: { type: 'integer' }, default: { type: 'integer' }, $id: { type: 'integer' } }
  const { violations } = validatorOf(openApi({ x: { properties } }))({ example: 'a', default: 'b', $id: 'c' })
  expect(violations.map(({ pointer }) => pointer)).toEqual(['/example', '/default', '/$id'])
})

test('AsyncAPI is validated as draft-07, where a list of items is a tuple', () => {
  const payload = { type: 'array', items: [{ type: 'string' }, { type: 'integer' }], additionalItems: false }
  const validate = validatorOf({ asyncapi: '2.6.0', channels: { all: { publish: { message: { payload } } } } })
  expect(validate(['a', 1])).toMatchObject({ state: 'held' })
  expect(validate(['a', 1, true])).toMatchObject({ state: 'violated' })
})

describe('what a body breaks is said as it is', () => {
  const stateOf = (a: object, value: unknown) => validatorOf({ type: 'object', properties: { a } })({ a: value })

  test.each([19.99, 0.07, 1_234_567.89])('%d is a multiple of 0.01', (value) => {
    expect(stateOf({ multipleOf: 0.01 }, value)).toMatchObject({ state: 'held' })
  })

  test('19.995 is none', () => {
    expect(stateOf({ multipleOf: 0.01 }, 19.995).violations).toEqual([
      { pointer: '/a', rule: 'multipleOf', expected: 'a multiple of 0.01', found: '19.995' },
    ])
  })

  test('a pattern that escapes more than it needs is one', () => {
    expect(stateOf({ pattern: String.raw`^[\w\-]+\-x$` }, 'ab-x')).toMatchObject({ state: 'held' })
  })

  test('a member that every object inherits is missing', () => {
    expect(stateOf({ required: ['constructor'] }, {}).violations).toMatchObject([{ pointer: '/a/constructor' }])
  })

  test('no element is blamed where only one of them is asked for', () => {
    const schema = { contains: { type: 'string' }, items: { minimum: 2 } }
    expect(stateOf(schema, [1, 2]).violations.map(({ pointer, rule }) => [pointer, rule])).toEqual([
      ['/a/0', 'minimum'],
      ['/a', 'contains'],
    ])
  })

  test('a branch that another fixed value is for is not what is broken', () => {
    const branch = (k: string, type: string) => ({ properties: { k: { const: k }, v: { type } }, required: ['k'] })
    const schema = { oneOf: [branch('a', 'string'), branch('b', 'number')] }
    const told = (value: object) =>
      stateOf(schema, value).violations.map(({ pointer, expected }) => [pointer, expected])
    expect(told({ k: 'b', v: 'x' })).toEqual([['/a/v', 'number']])
    expect(told({ k: 'c' })).toEqual([['/a', 'exactly one of 2 schemas']])
  })

  test('each pattern is matched to its own field', () => {
    const schema = { properties: { currency: { pattern: '^[A-Z]{3}$' }, country: { pattern: '^[a-z]{2}$' } } }
    expect(stateOf(schema, { currency: 'EUR', country: 'de' }).state).toBe('held')
    expect(stateOf(schema, { currency: 'EUR', country: 'DEU' }).violations).toMatchObject([{ pointer: '/a/country' }])
  })

  test('what a choice is combined with is reported beside it', () => {
    const branch = (name: string) => ({ properties: { [name]: { type: 'string' } }, required: [name] })
    const base = { properties: { version: { const: 1 } }, required: ['created'] }
    const choice = { oneOf: [branch('card'), branch('iban')] }
    const told = stateOf({ allOf: [base, choice] }, { version: 2 }).violations.map(({ pointer, rule }) => [
      pointer,
      rule,
    ])
    expect(told).toEqual([
      ['/a/created', 'required'],
      ['/a/version', 'const'],
      ['/a/card', 'required'],
      ['/a/iban', 'required'],
    ])
  })

  test('the name of a member is at its place', () => {
    expect(stateOf({ propertyNames: { pattern: '^a' } }, { b: 1 }).violations).toEqual([
      { pointer: '/a/b', rule: 'pattern', expected: '^a', found: 'b' },
    ])
  })

  test('a body that is no JSON is there, an empty one is not', () => {
    const contract = loadContract({ path: contractFiles({ 'a.json': { type: 'object' } }, 'a.json') })
    const found = (isEmpty: boolean) =>
      createValidator(contract, noTrace)({ headers: [], body: undefined, isEmpty, eventType: null }).violations
    expect(found(false)).toMatchObject([{ rule: 'json', found: 'a body that is no JSON' }])
    expect(found(true)).toMatchObject([{ rule: 'json', found: null }])
  })
})

test('the texts of a form are what the schema says they stand for', () => {
  const order = {
    type: 'object',
    properties: { amount: { type: 'integer', minimum: 1 }, paid: { type: 'boolean' }, lines: { type: 'array' } },
  }
  const validate = validatorOf(openApi({ order }))
  const form = ['content-type', 'application/x-www-form-urlencoded']
  expect(validate({ amount: '42', paid: 'true', lines: 'one' }, form).state).toBe('held')
  expect(validate({ amount: 'many', paid: 'perhaps' }, form).violations.map(({ pointer }) => pointer)).toEqual([
    '/amount',
    '/paid',
  ])
  // In JSON a text is a text.
  expect(validate({ amount: '42' }).state).toBe('violated')
})

test('a schema that refers only to itself is said to do so', () => {
  const result = validatorOf(openApi({ order: { $ref: '#/components/schemas/order' } }))({ id: 1 })
  expect(JSON.stringify(result.why)).not.toContain('call stack')
})
