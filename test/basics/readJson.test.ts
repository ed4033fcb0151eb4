/** The one tokenizer of JSON, over text and over bytes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonTokens, rawOf } from '../../src/shared/basics/jsonTokens.ts'
import { endOfString, type JsonProblem, readJson, stringText } from '../../src/shared/basics/readJson.ts'

const nothing = { open: () => {}, close: () => {}, name: () => {}, value: () => {} }
const problemOf = (source: string | Uint8Array) => readJson(source, 0, nothing)
const bytesOf = (text: string) => new TextEncoder().encode(text)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const spelled = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t', '\n \r'))
  .map(([text, space]) => JSON.stringify(JSON.parse(text), null, space))

const damaged = fc
  .tuple(
    spelled,
    fc.nat(),
    fc.constantFrom('', ',', '"', '}', ']', '\\', '\\u00e', '0', '-', 'e', '.', '\u0001', ' ', 'nul'),
    fc.nat(2),
  )
  .map(([text, place, insert, cut]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + insert + text.slice(at + cut)
  })

describe('reading JSON', () => {
  it('accepts exactly what JSON.parse accepts, as text and as bytes', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const [inText, inBytes] = [problemOf(text), problemOf(bytesOf(text))]
        expect(inText === null, text).toBe(isJson(text))
        expect(inBytes?.what, text).toBe(inText?.what)
        expect(jsonTokens(text) === null, text).toBe(inText !== null)
      }),
      { numRuns: 3000 },
    )
  })

  it('says of each beginning of an object that it ended, and of nothing else', () => {
    fc.assert(
      fc.property(spelled, fc.nat(), (inner, place) => {
        const text = `{"a":${inner}}`
        const cut = text.slice(0, 1 + (place % (text.length - 1)))
        expect(problemOf(cut)?.what, cut).toBe('ended')
      }),
      { numRuns: 1000 },
    )
    for (const text of ['{"a":1}', '{"a":x', '{"a"}', '[1 2', '{"a":"\u0001'])
      expect(problemOf(text)?.what).not.toBe('ended')
  })

  it.each<[string, JsonProblem]>([
    ['  ', { at: 2, what: 'blank' }],
    ['[1] x', { at: 4, what: 'after' }],
    ['["\\x"]', { at: 2, what: 'escape' }],
    ['["\n"]', { at: 2, what: 'control' }],
    ['[01]', { at: 2, what: 'unexpected' }],
    ['[1.]', { at: 3, what: 'number' }],
    ['[1,]', { at: 3, what: 'unexpected' }],
    ['[tru]', { at: 4, what: 'unexpected' }],
  ])('says where %j goes wrong', (text, problem) => {
    expect(problemOf(text)).toEqual(problem)
    expect(problemOf(bytesOf(text))).toEqual(problem)
  })

  it('reads a depth of 200,000 without recursion', () => {
    const tokens = jsonTokens('['.repeat(200_000) + ']'.repeat(200_000))
    expect(tokens).toMatchObject({ count: 400_000, depth: 200_000 })
    expect(tokens?.closes[0]).toBe(399_999)
  })

  it('knows where each container ends, however many tokens there are', () => {
    for (let items = 250; items < 260; items++) {
      expect(jsonTokens(`[${'1,'.repeat(items - 1)}1]`)?.closes[0], String(items)).toBe(items + 1)
    }
  })

  it('keeps every character of its tokens', () => {
    fc.assert(
      fc.property(spelled, (text) => {
        const tokens = jsonTokens(text)
        const raw = Array.from({ length: tokens?.count ?? 0 }, (_none, at) =>
          tokens === null ? '' : rawOf(tokens, at),
        )
        expect(text.replaceAll(/"(?:[^"\\]|\\.)*"|[\s,:]/gs, (found) => (found.startsWith('"') ? found : ''))).toBe(
          raw.join(''),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('stops when its reader wants no more', () => {
    expect(jsonTokens('[1,2,3]', { isSpent: () => true, max: Infinity })).toBeNull()
    expect(jsonTokens('[1,2,3]', { isSpent: () => false, max: 4 })).toBeNull()
    expect(jsonTokens('[1,2,3]', { isSpent: () => false, max: 5 })?.count).toBe(5)
  })

  it('finds the end of a string and its text', () => {
    const text = '"a\\"\\u00e9\\\\" "'
    expect(endOfString(text, 0)).toBe(13)
    expect(endOfString(bytesOf(text), 0)).toBe(13)
    expect(endOfString('"a\\', 0)).toBe(3)
    expect(stringText(text.slice(0, 13))).toBe('a"\u00e9\\')
  })
})
