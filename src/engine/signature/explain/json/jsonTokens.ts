/**
 * JSON as it was written: tokens that point into the text, without colons, commas and white space. Numbers and strings
 * keep every character, which a parser would lose.
 */
export interface JsonTokens {
  text: string
  /** One letter a token: `{` `}` `[` `]`, `"` for a string, `0` for a number, `t` for true, false and null. */
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
  /** For an opening bracket the index of its closing one; otherwise the token itself. */
  closes: Uint32Array
  count: number
  /** How many containers are open at the deepest place. */
  depth: number
}

export const kind = { object: 123, objectEnd: 125, array: 91, arrayEnd: 93, string: 34, number: 48, word: 116 } as const

const scalar = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/

const delimiters = ',]} \n\r\t'

/** What may come next: a value, a value or the end of an array, a key or the end of an object, a key, or what follows a value. */
type Expected = 'value' | 'valueOrEnd' | 'keyOrEnd' | 'key' | 'after'

/** After so many steps the budget is asked: some milliseconds. */
export const askedEvery = 8_192

interface Bounds {
  isSpent(): boolean
  /** Tokens that are read at most. */
  most: number
}

/**
 * Reads JSON in one pass without recursion, so that no depth exhausts the stack. Null when the text is not JSON, or when
 * it has more tokens than are wanted, or when time is up.
 */
export function jsonTokens(text: string, { isSpent, most }: Bounds): JsonTokens | null {
  const tokens = growingTokens(text)
  const open: number[] = []
  let depth = 0
  let expected: Expected = 'value'
  let at = skipSpace(text, 0)
  let steps = 0
  while (at < text.length) {
    if (steps++ % askedEvery === 0 && (isSpent() || tokens.count() > most)) return null
    const code = text.charCodeAt(at)
    const inObject: boolean = open.length > 0 && tokens.kindAt(open.at(-1) as number) === kind.object
    if (expected === 'after') {
      if (code === 44 && open.length > 0) {
        expected = inObject ? 'key' : 'value'
        at++
      } else if (open.length > 0 && code === (inObject ? kind.objectEnd : kind.arrayEnd)) {
        tokens.close(open.pop() as number, code, at++)
      } else return null
    } else if (expected === 'keyOrEnd' && code === kind.objectEnd) {
      tokens.close(open.pop() as number, code, at++)
      expected = 'after'
    } else if (expected === 'valueOrEnd' && code === kind.arrayEnd) {
      tokens.close(open.pop() as number, code, at++)
      expected = 'after'
    } else if (expected === 'key' || expected === 'keyOrEnd') {
      const end: number = code === kind.string ? scalarEnd(text, at) : -1
      const colon: number = end === -1 ? -1 : skipSpace(text, end)
      if (colon === -1 || text.charCodeAt(colon) !== 58) return null
      tokens.add(kind.string, at, end)
      at = colon + 1
      expected = 'value'
    } else if (code === kind.object || code === kind.array) {
      depth = Math.max(depth, open.push(tokens.add(code, at, at + 1)))
      expected = code === kind.object ? 'keyOrEnd' : 'valueOrEnd'
      at++
    } else {
      const end: number = scalarEnd(text, at)
      if (end === -1) return null
      tokens.add(code === kind.string ? kind.string : code > 90 ? kind.word : kind.number, at, end)
      at = end
      expected = 'after'
    }
    at = skipSpace(text, at)
  }
  return expected === 'after' && open.length === 0 && tokens.count() <= most ? tokens.done(depth) : null
}

function scalarEnd(text: string, at: number): number {
  if (text.charCodeAt(at) === kind.string) return stringEnd(text, at)
  let end = at
  while (end < text.length && !delimiters.includes(text[end] as string)) end++
  return scalar.test(text.slice(at, end)) ? end : -1
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) return at + 1
    if (code < 32) return -1
    if (code !== 92) continue
    const next = text[++at]
    if (next === 'u' && /^[0-9A-Fa-f]{4}$/.test(text.slice(at + 1, at + 5))) at += 4
    else if (next === undefined || !'"\\/bfnrt'.includes(next)) return -1
  }
  return -1
}

function skipSpace(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break
  }
  return at
}

function growingTokens(text: string) {
  let size = 256
  let kinds = new Uint8Array(size)
  let starts = new Uint32Array(size)
  let ends = new Uint32Array(size)
  let closes = new Uint32Array(size)
  let count = 0
  const grow = () => {
    size *= 2
    const wider = { kinds: new Uint8Array(size), starts: new Uint32Array(size), ends: new Uint32Array(size) }
    wider.kinds.set(kinds)
    wider.starts.set(starts)
    wider.ends.set(ends)
    const widerCloses = new Uint32Array(size)
    widerCloses.set(closes)
    ;({ kinds, starts, ends } = wider)
    closes = widerCloses
  }
  const add = (what: number, start: number, end: number) => {
    if (count === size) grow()
    kinds[count] = what
    starts[count] = start
    ends[count] = end
    closes[count] = count
    return count++
  }
  return {
    add,
    close(opening: number, what: number, at: number) {
      closes[opening] = add(what, at, at + 1)
    },
    count: () => count,
    kindAt: (index: number) => kinds[index],
    done: (depth: number): JsonTokens => ({ text, kinds, starts, ends, closes, count, depth }),
  }
}
