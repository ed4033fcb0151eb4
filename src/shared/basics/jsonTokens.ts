import { kind, readJson } from './readJson.ts'

/**
 * JSON as it was written: tokens that point into the text, without colons, commas and white space. Numbers and strings
 * keep every character, which a parser would lose.
 */
export interface JsonTokens {
  text: string
  /** A `kind` for each token; the name of a member is a string. */
  kinds: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
  /** For an opening bracket the index of its closing one; otherwise the token itself. */
  closes: Uint32Array
  count: number
  /** How many containers are open at the deepest place. */
  depth: number
}

/** Number of tokens between two checks of the budget: some milliseconds. */
export const askedEvery = 8_192

interface Bounds {
  isSpent(): boolean
  /** Maximum number of tokens. */
  max: number
}

const unbounded: Bounds = { isSpent: () => false, max: Infinity }

/** Null when the text is not JSON, or has more tokens than are wanted, or when time is up. */
export function jsonTokens(text: string, { isSpent, max }: Bounds = unbounded): JsonTokens | null {
  const tokens = growingTokens()
  const open: number[] = []
  let depth = 0
  let steps = 0
  const problem = readJson(text, 0, {
    open(bracket, at) {
      depth = Math.max(depth, open.push(tokens.add(bracket, at, at + 1)))
    },
    close(bracket, at) {
      tokens.close(open.pop() as number, bracket, at)
    },
    name(start, end) {
      tokens.add(kind.string, start, end)
    },
    value(what, start, scan) {
      tokens.add(what, start, scan.at)
    },
    stops: () => steps++ % askedEvery === 0 && (isSpent() || tokens.count() > max),
  })
  return problem === null && tokens.count() <= max ? { text, ...tokens.done(), depth } : null
}

/** The raw text of a token. */
export function rawOf({ text, starts, ends }: JsonTokens, token: number): string {
  return text.slice(starts[token], ends[token])
}

/** The tokens of an object's names, or of an array's items. */
export function entriesOf({ kinds, closes }: JsonTokens, container: number): number[] {
  const entries: number[] = []
  const end = closes[container] as number
  const names = kinds[container] === kind.object ? 1 : 0
  for (let at = container + 1; at < end; at = (closes[at + names] as number) + 1) entries.push(at)
  return entries
}

function growingTokens() {
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
      const closing = add(what, at, at + 1)
      // Only now: adding may have replaced the columns by longer ones.
      closes[opening] = closing
    },
    count: () => count,
    done: () => ({ kinds, starts, ends, closes, count }),
  }
}
