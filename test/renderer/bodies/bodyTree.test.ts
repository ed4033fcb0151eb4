import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endThatDiffers, indexJson, readAsNumber } from '../../../src/renderer/bytes/indexJson.ts'
import {
  at,
  beginOf,
  hasFlag,
  type JsonIndex,
  kindOf,
  nodeAt,
  none,
  jsonLine,
  lineAt,
  firstTree,
  jsonPath,
  jsonPointer,
  revealNode,
  rowOf,
  setAllOpen,
  stepsTo,
  toggleNode,
} from '../../../src/renderer/bytes/jsonIndex.ts'
import { readString, textOf, textOfKey } from '../../../src/renderer/bytes/utf8.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const index = (text: string) => indexJson(bytesOf(text))

function laidOut(text: string): string[] {
  const bytes = bytesOf(text)
  const found = indexJson(bytes)
  return Array.from({ length: found.lines.length }, (_, line) => {
    const { depth, pieces } = jsonLine(found, bytes, line)
    const words = pieces.map((piece) => ('text' in piece ? piece.text : textOf(bytes, piece.start, piece.end)))
    return '  '.repeat(depth) + words.join('')
  })
}

/** The value that the columns tell of, built from their numbers alone. */
function valueOf(found: JsonIndex, bytes: Uint8Array, node: number): unknown {
  const kind = kindOf(found, node)
  const inside: number[] = []
  for (let child = node + 1; child < at(found.next, node); child = at(found.next, child)) inside.push(child)
  expect(inside).toHaveLength(at(found.children, node))
  if (kind === 'array') return inside.map((child) => valueOf(found, bytes, child))
  if (kind === 'object') {
    return Object.fromEntries(
      inside.map((child) => [textOfKey(bytes, at(found.key, child)), valueOf(found, bytes, child)]),
    )
  }
  const text = textOf(bytes, at(found.start, node), at(found.end, node))
  return kind === 'string' ? readString(text) : JSON.parse(text)
}

/** JSON in any spelling that is allowed: blanks, escapes, numbers. */
const anyJson = fc
  .tuple(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 0, 1, '\t', '\n \r'))
  .map(([text, space]) => JSON.stringify(JSON.parse(text), null, space))

describe('reading JSON into columns', () => {
  test('any JSON reads as the value that JSON.parse reads', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        const found = index(text)
        expect(found.problem).toBeNull()
        expect(valueOf(found, bytesOf(text), 0)).toEqual(JSON.parse(text))
      }),
      { numRuns: 300 },
    )
  })

  test('laid out lines without their blanks are the text without its blanks, token by token', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (json) => {
        const text = JSON.stringify(JSON.parse(json))
        const lines = laidOut(text)
        expect(JSON.stringify(JSON.parse(lines.join('\n')))).toBe(text)
        expect(
          lines
            .map((line) => line.trim())
            .join('')
            .replace(/ /g, ''),
        ).toBe(text.replace(/ /g, ''))
      }),
      { numRuns: 300 },
    )
  })

  test('accepts exactly what JSON.parse accepts, also when a text is damaged', () => {
    const damaged = fc
      .tuple(
        fc.json({ maxDepth: 3 }),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', ']', '\\', '0', '-', 'e', '\u0001', ' '),
        fc.nat(2),
      )
      .map(([text, place, insert, cut]) => {
        const at = place % (text.length + 1)
        return text.slice(0, at) + insert + text.slice(at + cut)
      })
    fc.assert(
      fc.property(damaged, (text) => {
        let accepted = true
        try {
          JSON.parse(text)
        } catch {
          accepted = false
        }
        expect(index(text).problem === null, text).toBe(accepted)
      }),
      { numRuns: 2000 },
    )
  })

  test('no token changes: long numbers, 1e400, duplicate keys, escapes and __proto__ stay as sent', () => {
    const text = '{"n":12345678901234567890,"e":1e400,"z":1.0,"a":"\\u00e9\\/","a":2,"__proto__":{"x":-0}}'
    const tokens = laidOut(text).map((line) => line.trim().replace(/^("[^"]*"): /, '$1:'))
    expect(tokens.join('')).toBe(text)
  })

  test('brackets, commas and quotes inside strings are text', () => {
    expect(laidOut('["a\\"]},{[:", "\\\\"]')).toEqual(['[', '  "a\\"]},{[:",', '  "\\\\"', ']'])
  })

  test('a depth of 100,000 is read, laid out and opened without recursion', () => {
    const depth = 100_000
    const found = index('['.repeat(depth) + ']'.repeat(depth))
    expect(found).toMatchObject({ problem: null, deepest: depth, count: depth })
    expect(found.lines).toHaveLength(2 * depth - 1)
    expect(setAllOpen(found, true).rows).toHaveLength(depth)
    const innermost = revealNode(found, setAllOpen(found, false), depth - 1)
    expect(rowOf(innermost, depth - 1)).toBe(depth - 1)
    expect(jsonPath(stepsTo(found, new Uint8Array(), 2))).toBe('$[0][0]')
  })

  test('a text that ends too early keeps what was read, and marks what stayed open', () => {
    const text = '{"a": [1, {"b": "unfini'
    const found = index(text)
    expect(found.problem).toEqual({ at: text.length, what: 'ended' })
    expect(laidOut(text)).toEqual(['{', '  "a": [', '    1,', '    {', '      "b": "unfini'])
    expect([0, 1, 3, 4].map((node) => hasFlag(found, node, 'open'))).toEqual([true, true, true, true])
    expect(hasFlag(found, 2, 'open')).toBe(false)
  })

  test.each([
    ['{"a":}', 5, 'unexpected'],
    ['[1,,2]', 3, 'unexpected'],
    ['[1,]', 3, 'unexpected'],
    ['{"a":1,}', 7, 'unexpected'],
    ['[1]]', 3, 'after'],
    ['["\t"]', 2, 'control'],
    ['["\\x"]', 2, 'escape'],
    ['[01]', 2, 'unexpected'],
    ['[1.]', 3, 'number'],
    ['', 0, 'blank'],
  ])('says where %s goes wrong', (text, place, what) => {
    expect(index(text).problem).toEqual({ at: place, what })
  })

  test('a byte finds its value and its line', () => {
    const text = '{"a":[1,{"bb":"x"}],"c":2}'
    const found = index(text)
    for (let node = 0; node < found.count; node++) expect(nodeAt(found, beginOf(found, node))).toBe(node)
    expect(laidOut(text)[lineAt(found, text.indexOf('"bb"') + 1)]?.trim()).toBe('"bb": "x"')
    expect(laidOut(text)[lineAt(found, text.indexOf(']'))]?.trim()).toBe('],')
  })
})

describe('what a parser would not show', () => {
  test('keys that stand twice are marked, whatever their spelling, and only within one object', () => {
    const found = index('{"a":1,"\\u0061":2,"b":{"a":3},"c":[{"a":4},{"a":5}]}')
    expect(found.duplicateKeys).toBe(1)
    const marked = Array.from({ length: found.count }, (_, node) => node).filter((node) =>
      hasFlag(found, node, 'duplicate'),
    )
    expect(marked).toEqual([1, 2])
  })

  test('as many keys count as duplicates as an object would lose', () => {
    const keys = fc.array(fc.constantFrom('a', 'b', 'ab', '', 'é', '__proto__', '\ud800', '\ufffd'), { maxLength: 30 })
    fc.assert(
      fc.property(keys, (keys) => {
        const text = `{${keys.map((key) => `${JSON.stringify(key)}:1`).join(',')}}`
        expect(index(text).duplicateKeys).toBe(keys.length - new Set(keys).size)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['12345678901234567890', '12345678901234567000'],
    ['1e400', 'Infinity'],
    ['1e-400', '0'],
    ['0.1000000000000000055', '0.1'],
    ['9007199254740993', '9007199254740992'],
    ['9007199254740992', null],
    ['1.0', null],
    ['100e-2', null],
    ['-0', null],
    ['0e99999999999999999999', null],
    ['0.30000000000000004', null],
    ['1e999999999999999999999', 'Infinity'],
  ])('JavaScript reads %s as %s', (written, read) => {
    expect(readAsNumber(written)).toBe(read)
  })

  test.each([
    ['12345678901234567890', '12345678901234567000', '…67000'],
    ['9007199254740993', '9007199254740992', '…992'],
    ['1.0000000000000000001', '1', '1'],
    ['1e400', 'Infinity', 'Infinity'],
  ])('of %s, read as %s, a narrow row tells %s', (written, read, told) => {
    expect(endThatDiffers(written, read)).toBe(told)
  })

  test('every number that JavaScript writes itself survives', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readAsNumber(JSON.stringify(value))).toBeNull()
      }),
    )
  })

  test('an escape for half of a surrogate pair is marked, a whole pair is not', () => {
    expect(index('["\\ud83d\\ude00"]').loneSurrogates).toBe(0)
    expect(index('["\\ud83d", "\\ude00\\ud83d", "\\ud83d\\u0041"]').loneSurrogates).toBe(3)
  })
})

describe('the tree', () => {
  test('paths lead to the value that they name', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        const value: unknown = JSON.parse(json)
        const text = JSON.stringify(value)
        const [found, bytes] = [index(text), bytesOf(text)]
        for (let node = 0; node < found.count; node++) {
          const pointer = jsonPointer(stepsTo(found, bytes, node))
          const steps = pointer.split('/').slice(1)
          const reached = steps.reduce<unknown>(
            (value, step) => (value as Record<string, unknown>)[step.replace(/~1/g, '/').replace(/~0/g, '~')],
            value,
          )
          expect(reached).toEqual(valueOf(found, bytes, node))
        }
      }),
    )
  })

  test('paths are written as their standards have it', () => {
    const text = `{"a":{"odd key's":[{"~/":1}]},"ü":1,"1":2}`
    const [found, bytes] = [index(text), bytesOf(text)]
    const steps = Array.from({ length: found.count }, (_, node) => stepsTo(found, bytes, node))
    expect(steps.map((steps) => jsonPath(steps))).toEqual([
      '$',
      '$.a',
      `$.a['odd key\\'s']`,
      `$.a['odd key\\'s'][0]`,
      `$.a['odd key\\'s'][0]['~/']`,
      '$.ü',
      `$['1']`,
    ])
    expect(jsonPointer(steps[4] ?? [])).toBe("/a/odd key's/0/~0~1")
    expect(jsonPointer(steps[0] ?? [])).toBe('')
  })

  test('folding hides what a value holds, and a value that is looked for comes to light', () => {
    const found = index('{"a":[1,[2,3]],"b":4}')
    const all = setAllOpen(found, true)
    expect([...all.rows]).toEqual([0, 1, 2, 3, 4, 5, 6])
    const folded = toggleNode(found, all, 1)
    expect([...folded.rows]).toEqual([0, 1, 6])
    expect([...setAllOpen(found, false).rows]).toEqual([0, 1, 6])
    expect([...revealNode(found, setAllOpen(found, false), 5).rows]).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(rowOf(folded, 4)).toBe(1)
  })

  test('a large text opens with its first levels in sight, a small one whole', () => {
    const many = index(JSON.stringify(Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 1))))
    expect(firstTree(many).rows).toHaveLength(101)
    expect(firstTree(index('[[[1]]]')).rows).toHaveLength(4)
    expect(at(many.parent, 0)).toBe(none)
  })
})
