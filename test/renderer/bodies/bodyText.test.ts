import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexJson } from '../../../src/renderer/bytes/indexJson.ts'
import { layOutXml } from '../../../src/renderer/bytes/layOutXml.ts'
import { wrapRows } from '../../../src/renderer/bytes/utf8.ts'
import { prettyJson, prettyXml, rawText } from '../../../src/renderer/features/inbox/body/layouts.ts'
import {
  comparePlaces,
  exactText,
  lineAround,
  placeByKey,
  type RowText,
  shownText,
  snapPlace,
  type TextPlace,
  wholeText,
  wordAt,
} from '../../../src/renderer/features/inbox/body/rowText.ts'
import { visiblePieces, visibleText } from '../../../src/renderer/text/visibleText.tsx'

const utf8 = new TextEncoder()
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** Text with what makes copying hard, and bytes that are no text. */
const oddText = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', 'ü', '😀', '\n', '\r\n', '\0', '\t', '\u202e', '\ufeff'),
  maxLength: 60,
})
const oddBytes = fc
  .tuple(oddText, fc.uint8Array({ maxLength: 5 }), oddText)
  .map(([before, bytes, after]) => Uint8Array.of(...utf8.encode(before), ...bytes, ...utf8.encode(after)))
const columns = fc.integer({ min: 1, max: 20 })

/** Any place in a text where a selection may end. */
function placeIn(text: RowText, [row, column]: [number, number]): TextPlace {
  return snapPlace(text, { row: Math.floor(row * (text.count + 1)), column: Math.floor(column * 25) }, 'nearest')
}
const spot = fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
const begin = { row: 0, column: 0 }

describe('copying raw text', () => {
  test('takes all of it exactly as it was decoded, however it is wrapped', () => {
    fc.assert(
      fc.property(oddBytes, columns, (bytes, most) => {
        expect(wholeText(rawText(bytes, wrapRows(bytes, most)))).toBe(decode(bytes))
      }),
      { numRuns: 500 },
    )
  })

  test('takes exactly what is between two places: two copies side by side are one', () => {
    fc.assert(
      fc.property(oddBytes, columns, spot, spot, (bytes, most, one, other) => {
        const text = rawText(bytes, wrapRows(bytes, most))
        const [from, to] = [placeIn(text, one), placeIn(text, other)].toSorted(comparePlaces) as [TextPlace, TextPlace]
        const parts = [
          { anchor: begin, focus: from },
          { anchor: from, focus: to },
          { anchor: to, focus: { row: text.count, column: 0 } },
        ].map((selection) => exactText(text, selection))
        expect(parts.join('')).toBe(decode(bytes))
        expect(exactText(text, { anchor: to, focus: from })).toBe(parts[1])
      }),
      { numRuns: 500 },
    )
  })

  test('a selection stays where it is when the rows get another length', () => {
    fc.assert(
      fc.property(oddBytes, columns, columns, spot, (bytes, before, after, where) => {
        const [narrow, wide] = [rawText(bytes, wrapRows(bytes, before)), rawText(bytes, wrapRows(bytes, after))]
        const place = placeIn(narrow, where)
        const moved = wide.placeOf?.(narrow.offsetOf?.(place) ?? 0) ?? begin
        expect(exactText(wide, { anchor: begin, focus: moved })).toBe(
          exactText(narrow, { anchor: begin, focus: place }),
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('copying laid out text', () => {
  test('JSON has its indentation and every token as it was sent', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const bytes = utf8.encode(JSON.stringify(value))
        expect(wholeText(prettyJson(indexJson(bytes), bytes))).toBe(JSON.stringify(value, null, 2))
      }),
      { numRuns: 300 },
    )
    const odd = utf8.encode('{"n":1.00,"n":[12345678901234567890,{}]}')
    expect(wholeText(prettyJson(indexJson(odd), odd))).toBe(
      '{\n  "n": 1.00,\n  "n": [\n    12345678901234567890,\n    {}\n  ]\n}',
    )
  })

  test('a value that is cut for the eye is copied whole, or not at all', () => {
    const long = 'é'.repeat(5000)
    const bytes = utf8.encode(JSON.stringify({ long }))
    const text = prettyJson(indexJson(bytes), bytes)
    expect(shownText(text, 1)).toContain('more')
    expect(shownText(text, 1).length).toBeLessThan(1100)
    const end = { row: 1, column: shownText(text, 1).length }
    expect(exactText(text, { anchor: { row: 1, column: 2 }, focus: end })).toBe(`"long": "${long}"`)
    const inside = snapPlace(text, { row: 1, column: end.column - 3 }, 'nearest')
    expect(exactText(text, { anchor: inside, focus: end })).toBe('')
  })

  test('XML has its indentation', () => {
    const bytes = utf8.encode('<a><b>x\ny</b><c/></a>')
    expect(wholeText(prettyXml(layOutXml(bytes), bytes))).toBe('<a>\n  <b>x\ny</b>\n  <c/>\n</a>')
  })
})

describe('places in a text', () => {
  const body = utf8.encode('one two_3\r\n\u0000end 😀!\n')
  const text = rawText(body, wrapRows(body, 6))

  test('what is shown by name is one, and so is a character of two units', () => {
    expect(shownText(text, 2)).toBe('⟨NUL⟩end 😀')
    expect(snapPlace(text, { row: 2, column: 2 }, 'nearest')).toEqual({ row: 2, column: 0 })
    expect(snapPlace(text, { row: 2, column: 3 }, 'behind')).toEqual({ row: 2, column: 5 })
    expect(snapPlace(text, { row: 2, column: 10 }, 'nearest')).toEqual({ row: 2, column: 9 })
  })

  test('two clicks take a word, three a line with its end, wrapped or not', () => {
    const [from, to] = wordAt(text, { row: 0, column: 5 })
    expect(exactText(text, { anchor: from, focus: to })).toBe('tw')
    const [first, last] = lineAround(text, 1)
    expect(exactText(text, { anchor: first, focus: last })).toBe('one two_3\r\n')
  })

  test('keys move the end of a selection over rows and to the ends', () => {
    const go = (place: TextPlace, key: string, far = false) => placeByKey(text, place, { key, far }, 10)
    expect(go({ row: 0, column: 6 }, 'ArrowRight')).toEqual({ row: 1, column: 0 })
    expect(go({ row: 2, column: 0 }, 'ArrowRight')).toEqual({ row: 2, column: 5 })
    expect(go({ row: 2, column: 5 }, 'ArrowLeft')).toEqual({ row: 2, column: 0 })
    expect(go({ row: 1, column: 0 }, 'ArrowLeft')).toEqual({ row: 0, column: 6 })
    expect(go({ row: 1, column: 2 }, 'PageDown')).toEqual({ row: text.count, column: 0 })
    expect(go({ row: 1, column: 2 }, 'Home', true)).toEqual(begin)
    expect(go({ row: 1, column: 2 }, 'a')).toBeNull()
  })

  test('the pieces of a text are what is shown of it', () => {
    fc.assert(
      fc.property(oddText, (odd) => {
        const pieces = visiblePieces(odd)
        expect(pieces.map(({ shown }) => shown).join('')).toBe(visibleText(odd))
        expect(pieces.map(({ shown, hidden }) => hidden ?? shown).join('')).toBe(odd)
      }),
    )
  })
})
