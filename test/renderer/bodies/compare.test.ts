import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alignHeaders,
  summaryOf,
  compareBodies,
  firstDifferentByte,
  type DiffLine,
  diffLines,
  knownAlready,
  maxFetched,
} from '../../../src/renderer/features/inbox/delivery/compare/compareBodies.ts'
import { foldLines, hexAround } from '../../../src/renderer/features/inbox/delivery/compare/CompareBody.tsx'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('headers side by side', () => {
  test('are aligned by name without case, and by how often the name came', () => {
    const pairs = alignHeaders(
      [
        ['Accept', 'a'],
        ['X-Twice', '1'],
        ['X-Twice', '2'],
        ['X-Gone', 'g'],
      ],
      [
        ['accept', 'a'],
        ['X-Twice', '1'],
        ['X-Twice', '3'],
        ['X-New', 'n'],
      ],
    )
    expect(pairs.map(({ names, values, differs }) => [...names, ...values, differs])).toEqual([
      ['Accept', 'accept', 'a', 'a', true],
      ['X-Twice', 'X-Twice', '1', '1', false],
      ['X-Twice', 'X-Twice', '2', '3', true],
      ['X-Gone', null, 'g', null, true],
      [null, 'X-New', null, 'n', true],
    ])
  })

  test('that stand in another order are said to have moved, and only those', () => {
    const lines: [string, string][] = [
      ['A', '1'],
      ['B', '2'],
      ['C', '3'],
      ['D', '4'],
    ]
    const [a, b, c, d] = lines as [[string, string], [string, string], [string, string], [string, string]]
    const moved = alignHeaders(lines, [d, a, b, c]).filter((pair) => pair.moved)
    expect(moved.map(({ names }) => names[0])).toEqual(['D'])
    expect(alignHeaders(lines, lines).some((pair) => pair.moved || pair.differs)).toBe(false)
  })
})

describe('two bodies', () => {
  test('that are the same have no difference', () => {
    expect(compareBodies(bytes('{"a":1}'), bytes('{"a":1}'))).toEqual({ firstDifference: null, difference: null })
  })

  test('of JSON differ at places, with numbers as they were written', () => {
    const one = '{"id":12345678901234567890,"a":1.0,"b":[1,{"c":null}],"same":1e2}'
    const other = '{"id":12345678901234567891,"a":1,"b":[1,{"d":null}],"same":1e2}'
    expect(compareBodies(bytes(one), bytes(other))).toEqual({
      firstDifference: 25,
      difference: {
        kind: 'json',
        places: [
          { path: 'id', before: '12345678901234567890', after: '12345678901234567891' },
          { path: 'a', before: '1.0', after: '1' },
          { path: 'b[1].d', before: null, after: 'null' },
          { path: 'b[1].c', before: 'null', after: null },
        ],
      },
    })
  })

  test('of the same values in other bytes differ at no place, but differ', () => {
    const found = compareBodies(bytes('{"a":1,"b":2}'), bytes('{ "b":2,"a":1}'))
    expect(found).toEqual({ firstDifference: 1, difference: { kind: 'json', places: [] } })
  })

  test('of text differ in lines', () => {
    const { difference } = compareBodies(bytes('a\nb\nc'), bytes('a\nx\nc'))
    expect(difference).toMatchObject({ kind: 'lines' })
  })

  test('that are no text, or large, differ from a byte on', () => {
    expect(compareBodies(Uint8Array.of(1, 2, 255), Uint8Array.of(1, 2, 254))).toEqual({
      firstDifference: 2,
      difference: { kind: 'bytes', why: 'not-text' },
    })
    const large = new Uint8Array(10_000_000)
    const changed = large.slice()
    changed[9_999_999] = 1
    expect(compareBodies(large, changed)).toEqual({
      firstDifference: 9_999_999,
      difference: { kind: 'bytes', why: 'too-large' },
    })
  })

  test('nested too deep for places are still compared', () => {
    const deep = (inner: string) => '['.repeat(100_000) + inner + ']'.repeat(100_000)
    const found = compareBodies(bytes(deep('1')), bytes(deep('2')))
    expect(found.firstDifference).toBe(100_000)
    expect(found.difference).not.toBeNull()
  })

  test('where one is the beginning of the other differ where it ends', () => {
    expect(firstDifferentByte(bytes('abc'), bytes('abcd'))).toBe(3)
  })
})

describe('lines', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((lines) => lines.join('\n'))

  test('that are the same or gone make the one text, the same or new ones the other', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const lines = diffLines(one, other) ?? []
        const without = (kind: string) => lines.filter((line) => line.kind !== kind).map((line) => line.text)
        expect(without('new').join('\n')).toBe(one)
        expect(without('gone').join('\n')).toBe(other)
        expect(lines.flatMap(({ places }) => places[0] ?? [])).toEqual(one.split('\n').map((_line, at) => at + 1))
      }),
    )
  })

  test('are as few as can be', () => {
    const changed = (one: string, other: string) => diffLines(one, other)?.filter(({ kind }) => kind !== 'same').length
    expect(changed('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc')).toBe(5)
    expect(changed('a\nb', 'a\nb')).toBe(0)
  })

  test('are found in texts of 100,000 lines', () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `line ${at}`)
    const changed = lines.with(5, 'first').with(99_990, 'last')
    const found = diffLines(lines.join('\n'), changed.join('\n')) ?? []
    expect(found.filter(({ kind }) => kind === 'new').map(({ places }) => places[1])).toEqual([6, 99_991])
  })

  test('that were changed say which words', () => {
    const found = diffLines('a\nstate: open, paid: 12\nb', 'a\nstate: done, paid: 12\nb') ?? []
    const changed = found.map(({ kind, pieces }) => [
      kind,
      pieces?.filter((piece) => piece.changed).map(({ text }) => text),
    ])
    expect(changed).toEqual([
      ['same', undefined],
      ['gone', ['open']],
      ['new', ['done']],
      ['same', undefined],
    ])
    for (const { text, pieces } of found) {
      if (pieces !== undefined) expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    }
  })

  test('that do not resemble each other are wholly new', () => {
    const found = diffLines('<html>', '{"state":"done"}') ?? []
    expect(found.map(({ pieces }) => pieces)).toEqual([undefined, undefined])
  })

  test('that have nothing in common are not aligned when they are many', () => {
    const many = (letter: string) => Array.from({ length: 3000 }, (_, at) => `${letter}${at}`).join('\n')
    expect(diffLines(many('a'), many('b'))).toBeNull()
  })
})

test('long runs of equal lines are folded, and a few stay around each that differs', () => {
  const line = (kind: DiffLine['kind'], at: number): DiffLine => ({ kind, text: String(at), places: [at, at] })
  const lines = Array.from({ length: 20 }, (_, at) => line(at === 9 ? 'gone' : 'same', at))
  const told = foldLines(lines).map((entry) => (entry.kind === 'folded' ? entry.count : entry.line.text))
  expect(told).toEqual([7, '7', '8', '9', '10', '11', 8])
})

test('the bytes around the first difference say which of them differ', () => {
  const one = bytes('0123456789abcdefghijklmnop')
  const other = bytes('0123456789abXdefghijklmnop')
  const rows = hexAround(one, other, 12)
  expect(rows.map(({ at }) => at)).toEqual([0, 8, 16])
  expect(rows.flatMap((row) => row.bytes.filter(({ differs }) => differs))).toEqual([
    { at: 12, hex: '63', text: 'c', differs: true },
  ])
  expect(hexAround(bytes('ab'), bytes('abc'), 2).flatMap((row) => row.bytes.length)).toEqual([2])
})

describe('what the sums tell', () => {
  const sums = { sha256: 'a', size: 10, truncated: false }

  test('spares fetching bodies that are the same, or too large', () => {
    expect(knownAlready(sums, sums)).toEqual({ state: 'same' })
    expect(knownAlready(sums, { ...sums, truncated: true })).toEqual({ state: 'unknown' })
    expect(knownAlready(sums, { ...sums, sha256: 'b' })).toBeNull()
    expect(knownAlready(sums, { ...sums, sha256: 'b', size: maxFetched + 1 })).toEqual({ state: 'too-large' })
  })

  test('is said to be identical only when headers, their order and the body are', () => {
    const lines: [string, string][] = [
      ['A', '1'],
      ['B', '2'],
    ]
    const same = alignHeaders(lines, lines)
    expect(summaryOf(same, { state: 'same' })).toContain('Identical, byte for byte')
    expect(summaryOf(alignHeaders(lines, lines.toReversed()), { state: 'same' })).toContain('in another order')
    expect(
      summaryOf(
        alignHeaders(lines, [
          ['A', '1'],
          ['B', '3'],
        ]),
        { state: 'same' },
      ),
    ).toContain('1 header differs')
    expect(summaryOf(same, { state: 'unknown' })).not.toContain('Identical')
  })
})
