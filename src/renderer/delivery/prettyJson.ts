/** Kinds of a piece of JSON text, for colouring. */
export type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark'
export interface Token {
  kind: TokenKind
  text: string
  /** Where it stands in the text. */
  at: number
}

export interface PrettyLine {
  /** From 0. */
  number: number
  /** How deep, in levels. */
  depth: number
  tokens: Token[]
}

export type Pretty =
  | { ok: true; lines: PrettyLine[]; deepest: number }
  /** Not JSON, with the reason. */
  | { ok: false; problem: string }

/**
 * Lays JSON out in lines without changing a single token: numbers keep all their digits, duplicate keys stay, escapes stay
 * as they were sent. A tree is never built and nothing recurses, so depth costs nothing but lines.
 */
export function prettyJson(text: string): Pretty {
  try {
    JSON.parse(text)
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : 'It cannot be read.' }
  }
  return layOut(text)
}

function layOut(text: string): Pretty {
  const lines: PrettyLine[] = []
  let line: PrettyLine = { number: 0, depth: 0, tokens: [] }
  let depth = 0
  let deepest = 0
  const newLine = () => {
    lines.push(line)
    line = { number: lines.length, depth, tokens: [] }
  }
  for (const { kind, text: piece, at, empty } of scan(text)) {
    if (empty) {
      deepest = Math.max(deepest, depth + 1)
      line.tokens.push({ kind, text: piece, at })
    } else if (piece === '{' || piece === '[') {
      line.tokens.push({ kind, text: piece, at })
      depth++
      deepest = Math.max(deepest, depth)
      newLine()
    } else if (piece === '}' || piece === ']') {
      depth--
      newLine()
      line.tokens.push({ kind, text: piece, at })
    } else {
      line.tokens.push({ kind, text: piece === ':' ? ': ' : piece, at })
      if (piece === ',' && kind === 'mark') newLine()
    }
  }
  lines.push(line)
  return { ok: true, lines, deepest }
}

interface Piece extends Token {
  /** An empty object or array, kept in one piece. */
  empty: boolean
}

/** Cuts valid JSON into its pieces. */
function* scan(text: string): Generator<Piece> {
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    if (isSpace(character)) {
      at++
    } else if (character === '"') {
      const end = endOfString(text, at)
      yield {
        kind: text.charAt(skipSpace(text, end)) === ':' ? 'key' : 'string',
        text: text.slice(at, end),
        at,
        empty: false,
      }
      at = end
    } else if ('{['.includes(character)) {
      const next = skipSpace(text, at + 1)
      const empty = text.charAt(next) === '}' || text.charAt(next) === ']'
      yield { kind: 'mark', text: empty ? character + text.charAt(next) : character, at, empty }
      at = empty ? next + 1 : at + 1
    } else if ('}],:'.includes(character)) {
      yield { kind: 'mark', text: character, at, empty: false }
      at++
    } else {
      const start = at
      while (at < text.length && !isSpace(text.charAt(at)) && !'}],:'.includes(text.charAt(at))) at++
      yield { kind: /[-0-9]/.test(character) ? 'number' : 'word', text: text.slice(start, at), at: start, empty: false }
    }
  }
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t'
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charAt(at))) at++
  return at
}

/** Index behind the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '\\') at += 2
    else if (character === '"') return at + 1
    else at++
  }
  return at
}
