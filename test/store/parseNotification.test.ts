import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNotification } from '../../src/shared/parseNotification.ts'

const parse = (text: string): ReturnType<typeof parseNotification> => parseNotification(Buffer.from(text))
const empty = {
  id: null,
  organizationId: null,
  action: null,
  resourceType: null,
  resourceId: null,
  createdAtUtc: null,
  changesText: null,
}

describe('reading a notification', () => {
  it('gives the fields of the documented body and keeps the time as it was written', () => {
    const body =
      '{"organizationId":"o","action":"create","id":"n","resourceId":"r","resourceType":"Payment","createdAtUtc":"2022-03-28T11:14:11.3704804+00:00","changes":null}'
    expect(parse(body)).toEqual({
      notification: {
        id: 'n',
        organizationId: 'o',
        action: 'create',
        resourceType: 'Payment',
        resourceId: 'r',
        createdAtUtc: '2022-03-28T11:14:11.3704804+00:00',
        changesText: null,
      },
      problem: null,
    })
  })

  it('keeps changes as they stand in the body, whatever their shape', () => {
    for (const changes of [
      '{"amount":12345678901234567890, "x":1e400}',
      '["a", "b"]',
      '"text, with } and \\" in it"',
      '-1.50',
      'true',
      '{}',
    ]) {
      expect(parse(`{ "id" : "n" , "changes" :  ${changes}  , "other":{"changes":1} }`).notification.changesText).toBe(
        changes,
      )
      expect(parse(`{"changes":${changes}}`).notification.changesText).toBe(changes)
    }
  })

  it('says why a body cannot be read, and never throws', () => {
    expect(parse('').problem).toBe('The body is empty.')
    expect(parse(' <xml>').problem).toBe('The body is not JSON: it begins with "<", like XML or HTML.')
    expect(parse('hello').problem).toContain('not JSON')
    expect(parseNotification(new Uint8Array([0x7b, 0xff, 0x7d])).problem).toContain('not valid UTF-8')
    expect(parse('[{"id":"n"}]').problem).toContain('not an object')
    expect(parse('{"id":"n"}').problem).toContain('resourceType, resourceId')
    expect(parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`).notification).toEqual(empty)
  })

  it('takes no side when a field occurs twice, also when one is spelled with escapes', () => {
    for (const body of ['{"id":"a","id":"b"}', String.raw`{"id":"a","\u0069d":"b"}`]) {
      expect(parse(body)).toEqual({ notification: empty, problem: expect.stringContaining('"id" more than once') })
    }
    expect(parse('{"id":"a","x":{"id":"b"},"y":1,"y":2}').notification.id).toBe('a')
  })

  it('takes only own fields that are text', () => {
    expect(parse('{"__proto__":{"id":"x"},"constructor":{"id":"y"}}').notification).toEqual(empty)
    expect(parse('{"id":1,"action":{},"resourceId":["x"],"resourceType":true}').notification).toEqual(empty)
  })

  it('finds in any JSON object the same values that JSON.parse finds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.jsonValue(),
        fc.integer({ min: 0, max: 3 }),
        (other, changes, indent) => {
          const { notification } = parse(JSON.stringify({ ...other, changes, id: 'n' }, null, indent))
          expect(notification.id).toBe('n')
          if (changes === null) expect(notification.changesText).toBeNull()
          else expect(JSON.parse(notification.changesText ?? '')).toEqual(JSON.parse(JSON.stringify(changes)))
        },
      ),
    )
  })

  it('survives any bytes', () => {
    fc.assert(fc.property(fc.uint8Array(), (body) => void parseNotification(body)))
  })
})
