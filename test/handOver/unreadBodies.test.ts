import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { redactBytes } from '../../src/shared/redaction/redactBytes.ts'
import type { RedactionRules } from '../../src/shared/redaction/rules.ts'

/** A body after redaction, as latin1 so that every byte is to be seen. */
function redact(
  bytes: Uint8Array,
  headers: { contentType?: string; contentEncoding?: string },
  personal: RedactionRules['personal'] = ['email', 'iban', 'field'],
): { text: string; unread: string | null } {
  const { bytes: clean, unread } = redactBytes(
    bytes,
    { contentType: '', contentEncoding: '', ...headers },
    { rules: { personal, pointers: [] }, credentials: true, literals: null, onHit: () => undefined },
    [],
  )
  return { text: Buffer.from(clean).toString('latin1'), unread }
}

const json = JSON.stringify({ id: 7, customer: { email: 'ada@example.com', name: 'Ada Lovelace' } })
const utf16be = Buffer.from(json, 'utf16le').swap16()

describe('a body in which personal data cannot be looked for says so, and is left out where personal data is', () => {
  test.each<[string, Uint8Array, { contentType?: string; contentEncoding?: string }, string]>([
    ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(json, 'utf16le')]), {}, 'binary'],
    ['UTF-16 without one, which is valid UTF-8', Buffer.from(json, 'utf16le'), {}, 'binary'],
    ['big-endian UTF-16', utf16be, {}, 'binary'],
    [
      'another charset that is named',
      Buffer.from(json),
      { contentType: 'application/json; charset="UTF-7"' },
      'binary',
    ],
    ['latin1', Buffer.from('{"name":"José"}', 'latin1'), { contentType: 'text/plain' }, 'binary'],
    ['gzip', gzipSync(json), { contentEncoding: 'gzip' }, 'binary'],
    ['an encoding that is only named', Buffer.from(json), { contentEncoding: 'br' }, 'encoded'],
    ['600 levels of lists', Buffer.from('['.repeat(600) + '"ada@example.com"' + ']'.repeat(600)), {}, 'too-deep'],
  ])('%s', (_name, bytes, headers, reason) => {
    expect(redact(bytes, headers).unread).toBe(reason)
  })
})

describe('a body that is text', () => {
  test('keeps every byte but those of what is replaced', () => {
    expect(redact(Buffer.from(json), { contentEncoding: 'identity' })).toEqual({
      text: '{"id":7,"customer":{"email":"[redacted]","name":"[redacted]"}}',
      unread: null,
    })
  })

  test('may be a form, with JSON in it', () => {
    const form = `email=ada%40example.com&first+name=Ada&payload=${encodeURIComponent(json)}&x=%7Ea`
    expect(redact(Buffer.from(form), { contentType: 'application/x-www-form-urlencoded; charset=utf-8' })).toEqual({
      text: `email=%5Bredacted%5D&first+name=%5Bredacted%5D&payload=${encodeURIComponent('{"id":7,"customer":{"email":"[redacted]","name":"[redacted]"}}')}&x=%7Ea`,
      unread: null,
    })
  })

  test('loses a text in it that cannot be searched, where personal data is left out', () => {
    const deep = JSON.stringify({ payload: '['.repeat(600) + '"ada@example.com"' + ']'.repeat(600), kept: 1 })
    expect(redact(Buffer.from(deep), {}).text).toBe('{"payload":"[redacted]","kept":1}')
    expect(redact(Buffer.from(deep), {}, []).text).toBe(deep)
    const form = `payload=${encodeURIComponent('['.repeat(600) + ']'.repeat(600))}&kept=1`
    const contentType = 'application/x-www-form-urlencoded'
    expect(redact(Buffer.from(form), { contentType }).text).toBe('payload=%5Bredacted%5D&kept=1')
  })
})
