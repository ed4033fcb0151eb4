import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cutAtItems,
  withMemberInText,
  withoutMemberInText,
  withValueInText,
} from '../../src/engine/signature/jsonText.ts'
import { openBody } from '../../src/engine/signature/openBody.ts'
import { isDated, writtenMoment } from '../../src/engine/signature/writtenMoment.ts'
import { valueAt } from '../../src/shared/json/jsonPointer.ts'

describe('a value that is changed in a JSON text', () => {
  test.each([
    ['{ "a" : 1.0 ,\r\n\t"b":[1e3, "\\/"] }\n', '/a', '{ "a" : 2 ,\r\n\t"b":[1e3, "\\/"] }\n'],
    ['{"a":{"x":"}","y":[{"z":-0}]}}', '/a/y/0/z', '{"a":{"x":"}","y":[{"z":2}]}}'],
    ['[ {"a" : "\\"]" } , {"a":null}]', '/1/a', '[ {"a" : "\\"]" } , {"a":2}]'],
    ['{"a":1,"a":12345678901234567890}', '/a', '{"a":1,"a":2}'],
    [String.raw`{"\u0061":true,"b~/c":1}`, '/a', String.raw`{"\u0061":2,"b~/c":1}`],
    ['{"b~/c": "x"}', '/b~0~1c', '{"b~/c": 2}'],
    ['{"__proto__":{"a":1}}', '/__proto__/a', '{"__proto__":{"a":2}}'],
    ['  "text"  ', '', '  2  '],
  ])('of %s keeps every other byte', (text, pointer, expected) => {
    expect(withValueInText(text, pointer, '2')).toBe(expected)
  })

  test.each([
    ['{"a":1}', '/b', '{"a":1,"b":2}'],
    ['{\n  "a": 1\n}', '/b/c', '{\n  "a": 1,"b":{"c":2}\n}'],
    ['{ }', '/b', '{"b":2 }'],
    ['{"a":{}}', '/a/"', String.raw`{"a":{"\"":2}}`],
  ])('of %s is added where it is missing', (text, pointer, expected) => {
    expect(withValueInText(text, pointer, '2')).toBe(expected)
  })

  test.each([
    ['[]', '/0'],
    ['[1]', '/a'],
    ['{"a":"text"}', '/a/b'],
    ['7', '/a'],
  ])('of %s is nothing where its place cannot be', (text, pointer) => {
    expect(withValueInText(text, pointer, '2')).toBeNull()
  })

  test('is the only one that changes, whatever the JSON', () => {
    const layouts = fc.constantFrom(undefined, 1, '\t')
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), layouts, (object, name, space) => {
        const given = { ...object, [name]: 'old' }
        const text = JSON.stringify(given, null, space)
        const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
        const changed = withValueInText(text, pointer, '"new"') ?? ''
        expect(JSON.parse(changed)).toEqual(JSON.parse(JSON.stringify({ ...given, [name]: 'new' })))
        expect(changed.length).toBe(text.length)
        const without = JSON.parse(withoutMemberInText(text, pointer)) as object
        expect(Object.getOwnPropertyDescriptor(without, name)).toBeUndefined()
        expect(valueAt(JSON.parse(withMemberInText(text, '"a new name":1')), '/a new name')).toBe(1)
      }),
    )
  })
})

describe('a member', () => {
  test.each([
    ['{"a":1, "b":2}', '/a', '{"b":2}'],
    ['{"a":1 ,\n "b":2}', '/b', '{"a":1 }'],
    ['{ "a" : 1 }', '/a', '{  }'],
    ['{"a":{"b":[],"c":"}"}}', '/a/c', '{"a":{"b":[]}}'],
    ['{"a":1}', '/b', '{"a":1}'],
    ['{"a":[1]}', '/a/0', '{"a":[1]}'],
  ])('of %s is left out with its comma', (text, pointer, expected) => {
    expect(withoutMemberInText(text, pointer)).toBe(expected)
  })

  test.each([
    ['{}', '{"x":1}'],
    [' {"a":"}"} ', ' {"a":"}","x":1} '],
    ['{"a":1\n}\n', '{"a":1,"x":1\n}\n'],
  ])('is added at the end of %s', (text, expected) => {
    expect(withMemberInText(text, '"x":1')).toBe(expected)
  })
})

test('items are cut out of a text and joined to the same text', () => {
  const text = ' {"a": [ {"b":"]"} ,\n{} ], "c":1}\n'
  const parts = cutAtItems(text, '/a')
  expect(parts).toEqual([' {"a": [ ', '{"b":"]"}', ' ,\n', '{}', ' ], "c":1}\n'])
  expect(cutAtItems('{"a":[]}', '/a')).toEqual(['{"a":[]}'])
})

test('many items are signed in a time that grows with their number only', () => {
  const count = 50_000
  const text = `{"live":"false","notificationItems":[${'{"NotificationRequestItem":{"eventCode":"X"}},'.repeat(count - 1)}{"NotificationRequestItem":{}}]}`
  const body = openBody(
    { headers: [['Content-Type', 'application/json']], body: Buffer.from(text) },
    { items: '/notificationItems', pointer: '/NotificationRequestItem/additionalData/hmacSignature' },
  )
  expect(body.count).toBe(count)
  for (let index = 0; index < count; index += 1)
    body.set(index, '/NotificationRequestItem/additionalData/hmacSignature', String(index))
  const written = JSON.parse(Buffer.from(body.write()).toString()) as unknown
  expect(valueAt(written, `/notificationItems/${count - 1}`)).toEqual({
    NotificationRequestItem: { additionalData: { hmacSignature: String(count - 1) } },
  })
})

describe('a moment', () => {
  const at = Date.parse('2026-03-01T12:34:56.789Z')

  test.each([
    ['1769860800', 's', '1772368496'],
    [undefined, 'ms', '1772368496789'],
    ['soon', 's', '1772368496'],
    ['2020-01-01T00:00:00Z', 's', '2026-03-01T12:34:56Z'],
    ['2020-01-01T00:00:00.000Z', 's', '2026-03-01T12:34:56.789Z'],
    ['2020-01-01T00:00:00.1Z', 's', '2026-03-01T12:34:56.7Z'],
    ['2020-01-01T00:00:00.634234626Z', 's', '2026-03-01T12:34:56.789000000Z'],
    ['2020-01-01T00:00:00-07:00', 's', '2026-03-01T05:34:56-07:00'],
    ['2020-01-01T00:00:00.000+05:30', 's', '2026-03-01T18:04:56.789+05:30'],
  ] as const)('is written as the example %s', (example, unit, expected) => {
    const written = writtenMoment(at, unit, example)
    expect(written).toBe(expected)
    if (isDated(written)) expect(Math.abs(Date.parse(written) - at)).toBeLessThan(1000)
  })
})
