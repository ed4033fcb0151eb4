import { describe, expect, it, test } from 'vitest'
import { plainJson, recordedIds, recordedTime } from '../../src/shared/scenarios/record/recordedValues.ts'
import { recordNoteSentence } from '../../src/shared/words/sending/recording.ts'

const at = (text: string, of = 0, field = 'id') => ({ text, field, of })
const known = (events: string[] = [], objects: string[] = []) => ({
  events: new Set(events),
  objects: new Set(objects),
})

describe('ids of a recording', () => {
  it('that occur in several deliveries become variables of the same form, named for what they are of', () => {
    const uuid = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'
    const found = [
      at('cus_N4pK9xQz', 0, 'object_id'),
      at('cus_N4pK9xQz', 1, 'customer'),
      at(uuid, 0, 'resourceId'),
      at(uuid, 2, 'resourceId'),
      at('2026-01-31', 0),
      at('2026-01-31', 1),
      at('12345678', 0),
      at('12345678', 1),
      at('enabled', 0),
      at('enabled', 1),
    ]
    const { vars, inText } = recordedIds(found, known())
    expect(vars).toEqual({ customer: 'cus_${uuid8}', resource: '${uuid}' })
    expect(inText(`/v1/customers/cus_N4pK9xQz/of/${uuid}`)).toBe('/v1/customers/${vars.customer}/of/${vars.resource}')
    expect(inText('2026-01-31')).toBe('2026-01-31')
  })

  it('of an event or object in one place are new there; of one delivery only, others stay', () => {
    const { vars, inText } = recordedIds(
      [at('evt_1QxA7bC9dE2f'), at('evt_2QxA7bC9dE2f'), at('evt_2QxA7bC9dE2f', 0, 'reference'), at('pm_7Zk3Lm90', 0)],
      known(['evt_1QxA7bC9dE2f', 'evt_2QxA7bC9dE2f']),
    )
    expect(vars).toEqual({ event: 'evt_${uuid8}${uuid8}' })
    expect(['evt_1QxA7bC9dE2f', 'evt_2QxA7bC9dE2f', 'pm_7Zk3Lm90'].map(inText)).toEqual([
      'evt_${uuid8}${uuid8}',
      '${vars.event}',
      'pm_7Zk3Lm90',
    ])
  })

  it('are not confused with text of the sender that looks like a value', () => {
    expect(recordedIds([], known()).inText('pay ${amount} or $${more}')).toBe('pay $${amount} or $$${more}')
  })
})

test('a time within a day of the delivery follows it, and all others stay', () => {
  const received = Date.UTC(2026, 0, 31, 12)
  const seconds = received / 1000
  const of = (value: string | number) => recordedTime(value, received)
  expect([seconds, seconds - 3, seconds + 3600, seconds - 86_401, 4200].map(of)).toEqual([
    '${now.unix}',
    '${now.unix-3s}',
    '${now.unix+3600s}',
    null,
    null,
  ])
  expect(
    ['2026-01-31T11:59:50Z', '2026-01-31T13:00:00.1234567+01:00', '2025-01-31T12:00:00Z', '2026-01-31'].map(of),
  ).toEqual(['${now-10s}', '${now}', null, null])
})

test.each([
  ['{"a":1,"b":["x",":","\\"y\\":"],"c":{"d":null}}', true],
  ['[1,2]', true],
  ['{"a":1.0}', false],
  ['{"a":12345678901234567890}', false],
  ['{"a":1,"a":2}', false],
  ['"text"', false],
  ['{', false],
])('%s is written as YAML: %s', (text, isWritten) => {
  expect(plainJson(text) !== undefined).toBe(isWritten)
})

it('a note names what was replaced in a text that has no fields', () => {
  const why = { code: 'values-left-out' as const, fields: { count: 2, places: ['', '/email'] } }
  expect(recordNoteSentence(why)).toBe('2 values were replaced by "[redacted]": in its text, /email')
})
