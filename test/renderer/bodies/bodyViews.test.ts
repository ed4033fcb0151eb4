import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkUtf8,
  gapInHex,
  hexText,
  rowAt,
  textInHex,
  wrapRows,
  findBytes,
} from '../../../src/renderer/bytes/utf8.ts'
import { cutAtMarks } from '../../../src/renderer/bytes/marks.ts'
import { visibleText } from '../../../src/renderer/text/visibleText.tsx'

const utf8 = new TextEncoder()
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
/** Text, and bytes that are partly none. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => utf8.encode(text)),
  fc
    .tuple(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 4 }), fc.string({ unit: 'binary' }))
    .map(([before, bytes, after]) => Uint8Array.of(...utf8.encode(before), ...bytes, ...utf8.encode(after))),
)

describe('checking UTF-8', () => {
  test('counts as many places as a decoder replaces, whatever the bytes', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const own = decode(bytes).split('\ufffd').length - 1
        const written = Buffer.from(bytes).toString('latin1').split('\xef\xbf\xbd').length - 1
        expect(checkUtf8(bytes).invalid).toBe(own - written)
      }),
      { numRuns: 500 },
    )
  })

  test('tells where the first places are, and counts NUL and other control characters', () => {
    const bytes = Uint8Array.of(0x61, 0xff, 0x62, 0xe2, 0x82, 0x00, 0x07, 0x0a)
    expect(checkUtf8(bytes)).toMatchObject({ invalid: 2, places: [1, 3], nuls: 1, controls: 1, bom: false })
  })
})

describe('cutting text into rows', () => {
  test('loses no byte, splits no character, and no row is longer than asked', () => {
    fc.assert(
      fc.property(anyBytes, fc.integer({ min: 1, max: 9 }), (bytes, columns) => {
        const starts = wrapRows(bytes, columns)
        const rows = Array.from(starts.slice(0, -1), (start, row) => bytes.subarray(start, starts[row + 1]))
        expect(Buffer.concat(rows)).toEqual(Buffer.from(bytes))
        expect(rows.map((row) => decode(row)).join('')).toBe(decode(bytes))
        for (const row of rows) {
          expect(Array.from(decode(row).replace(/\n$/, '')).length).toBeLessThanOrEqual(columns)
        }
        for (let at = 0; at < bytes.length; at++) {
          const row = rowAt(starts, at)
          expect(at >= (starts[row] ?? 0) && at < (starts[row + 1] ?? 0)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('searching', () => {
  test('finds what a search in the text would find, and at the right bytes', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'b', 'ü', 'Ü', '😀', '\n', '.'), maxLength: 60 })
    const wanted = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '😀', '.'), minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(letters, wanted, (text, needle) => {
        const bytes = utf8.encode(text)
        const { places } = findBytes(bytes, needle)
        const found = Array.from({ length: places.length / 2 }, (_, pair) =>
          decode(bytes.subarray(places[pair * 2], places[pair * 2 + 1])),
        )
        expect(found.every((piece) => piece.toLowerCase() === needle.toLowerCase())).toBe(true)
        expect(found).toHaveLength(text.toLowerCase().split(needle.toLowerCase()).length - 1)
      }),
      { numRuns: 300 },
    )
  })

  test('finds a match that lies across two pieces of a large text, once', () => {
    const bytes = utf8.encode(`${'ü'.repeat((1 << 19) - 2)}needle${'x'.repeat(2_000_000)}needle`)
    const { places, more } = findBytes(bytes, 'NEEDLE')
    expect([...places]).toEqual([(1 << 20) - 4, (1 << 20) + 2, bytes.length - 6, bytes.length])
    expect(more).toBe(false)
  })

  test('stops at a limit and says so', () => {
    expect(findBytes(utf8.encode('aa'.repeat(100_000)), 'a')).toMatchObject({ more: true, problem: null })
    expect(findBytes(utf8.encode('aa'.repeat(100_000)), '0x61')).toMatchObject({ more: true, problem: null })
  })

  test('finds bytes by their hex digits, also those that are no text', () => {
    expect([...findBytes(Uint8Array.of(1, 0xff, 0xfe, 2, 0xff, 0xfe), '0xff FE').places]).toEqual([1, 3, 4, 6])
    expect(findBytes(Uint8Array.of(1), '0xf').problem).toBe('hex')
  })

  test('what stands between the matches is cut off from them and nothing is lost', () => {
    const marks = { places: Uint32Array.of(2, 4, 8, 12), current: 1 }
    expect(cutAtMarks(marks, 3, 10)).toEqual([
      { start: 3, end: 4, mark: 'found' },
      { start: 4, end: 8, mark: 'none' },
      { start: 8, end: 10, mark: 'current' },
    ])
    expect(cutAtMarks(marks, 4, 8)).toEqual([{ start: 4, end: 8, mark: 'none' }])
  })
})

describe('showing text', () => {
  test('control, direction and other hidden characters become visible', () => {
    expect(visibleText('a\u0000b\u202ec\r\n\t\u00a0\u2028')).toBe('a⟨NUL⟩b⟨U+202E⟩c⟨CR⟩\n\t⟨U+00A0⟩⟨U+2028⟩')
  })

  test('bytes copy as hex, sixteen in a line', () => {
    expect(hexText(Uint8Array.from({ length: 18 }, (_, at) => at))).toBe(
      '00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n10 11',
    )
  })

  test.each([8, 16])('in rows of %d bytes all texts begin at one place', (perRow) => {
    const widths = Array.from({ length: perRow }, (_none, last) => {
      const hex = Array.from({ length: last + 1 }, (_byte, at) => textInHex(at, 0x7b, perRow)).join('')
      return (hex + gapInHex(last + 1, perRow)).length
    })
    expect(new Set(widths)).toEqual(new Set([perRow * 3 + (perRow === 16 ? 1 : 0) + 2]))
  })
})
