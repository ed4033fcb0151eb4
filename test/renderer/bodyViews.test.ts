import { describe, expect, test } from 'vitest'
import { hexRow } from '../../src/renderer/delivery/hexRow.ts'
import { prettyJson } from '../../src/renderer/delivery/prettyJson.ts'
import { readBody } from '../../src/renderer/delivery/readBody.ts'
import { visibleText } from '../../src/renderer/delivery/visibleText.ts'
import { wrapText } from '../../src/renderer/delivery/wrapText.ts'

function laidOut(text: string): string[] {
  const pretty = prettyJson(text)
  if (!pretty.ok) throw new Error(pretty.problem)
  return pretty.lines.map((line) => '  '.repeat(line.depth) + line.tokens.map((token) => token.text).join(''))
}

describe('laying out JSON', () => {
  test('puts each entry on a line of its own', () => {
    expect(laidOut('{"a":1,"b":[true,null,{}],"c":[]}')).toEqual([
      '{',
      '  "a": 1,',
      '  "b": [',
      '    true,',
      '    null,',
      '    {}',
      '  ],',
      '  "c": []',
      '}',
    ])
  })

  test('changes no token: long numbers, 1e400, duplicate keys, escapes and __proto__ stay as sent', () => {
    const text = '{"n":12345678901234567890,"e":1e400,"z":1.0,"a":"\\u00e9\\/","a":2,"__proto__":{"x":-0}}'
    const tokens = laidOut(text).map((line) => line.trim().replace(/^("[^"]*"): /, '$1:'))
    expect(tokens.join('')).toBe(text)
  })

  test('brackets, commas and quotes inside strings are text', () => {
    expect(laidOut('["a\\"]},{[:", "\\\\"]')).toEqual(['[', '  "a\\"]},{[:",', '  "\\\\"', ']'])
  })

  test('a depth of 100,000 is laid out without recursion', () => {
    const depth = 100_000
    const pretty = prettyJson('['.repeat(depth) + ']'.repeat(depth))
    expect(pretty.ok && pretty.deepest).toBe(depth)
    expect(pretty.ok && pretty.lines.length).toBe(2 * depth - 1)
  })

  test('what is not JSON is not dressed up as if it were', () => {
    expect(prettyJson('{"a":}').ok).toBe(false)
    expect(prettyJson('').ok).toBe(false)
  })
})

describe('reading a body', () => {
  const utf8 = new TextEncoder()

  test('invalid UTF-8 is told and shown with replacement characters', () => {
    const body = readBody(Uint8Array.of(0x7b, 0xff, 0x7d))
    expect(body).toMatchObject({ validUtf8: false, json: false, text: '{\ufffd}' })
  })

  test('a byte order mark is kept in the text, not swallowed', () => {
    expect(readBody(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31)).text).toBe('\ufeff1')
  })

  test('very large JSON is shown as it came, with the reason', () => {
    const body = readBody(utf8.encode(`"${'x'.repeat(4_000_000)}"`))
    expect(body.json).toBe(false)
    expect(body.reason).toContain('as they came')
  })

  test('control and direction characters become visible', () => {
    expect(visibleText('a\u0000b\u202ec\r\n\t')).toBe('a␀b⟨U+202E⟩c␍\n\t')
  })

  test('a hex row shows position, bytes and printable ASCII', () => {
    const bytes = utf8.encode('0123456789abcdefé')
    expect(hexRow(bytes, 0)).toEqual({
      offset: '00000000',
      hex: '30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66 ',
      text: '0123456789abcdef',
    })
    expect(hexRow(bytes, 1).text).toBe('··')
    expect(hexRow(bytes, 1).hex).toHaveLength(hexRow(bytes, 0).hex.length)
  })

  test('wrapping loses no character and splits no pair', () => {
    const text = `ab😀cdef\n\n${'x'.repeat(7)}`
    const starts = wrapText(text, 3)
    const rows = starts.slice(0, -1).map((start, index) => text.slice(start, starts[index + 1]))
    expect(rows.join('')).toBe(text)
    expect(rows.every((row) => !/[\ud800-\udbff]$/.test(row))).toBe(true)
    expect(rows.every((row) => row.replace(/\n$/, '').length <= 4)).toBe(true)
  })
})
