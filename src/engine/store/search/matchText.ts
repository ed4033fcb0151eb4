import type { SearchMatch } from '../../../shared/model.ts'
import type { DeliveryHead } from '../write/deliveryHead.ts'
import { foldText } from '../index/searchWords.ts'
import { requestText } from '../index/searchText.ts'
import type { WordTerm } from './wordTerms.ts'

/** Longer texts are not looked through for a row of a list, characters. */
const maxText = 256 * 1024

/** Length of the text shown before and after the words, and of the words, characters. */
const around = { before: 40, after: 90, found: 60 }

/** The parts of a delivery that a search looks at. */
export interface SearchedDelivery {
  head: DeliveryHead
  body: Uint8Array
  note: string | null
  /** Text of the fetched object; empty without one. */
  object: string
}

/**
 * Makes a function that finds the first place where a delivery has the words of a search, with some text around it: in its
 * note, its body, its headers, its request line or the fetched object. Null where the words are nowhere next to each other, or only in a text
 * that is too long. Made once for a search: to compile its patterns takes longer than to look through a small body.
 */
export function createMatcher(terms: readonly WordTerm[]): (delivery: SearchedDelivery) => SearchMatch | null {
  const patterns = terms.filter(({ negated }) => !negated).map(patternOf)
  return ({ head, body, note, object }) => {
    const lines = [...linesOf(head.headers), ...linesOf(head.trailers)]
    const places: [SearchMatch['in'], () => string][] = [
      ['note', () => note ?? ''],
      ['body', () => (body.length > maxText ? '' : requestText(head.headers, body))],
      ...lines.map((line): [SearchMatch['in'], () => string] => ['headers', () => line]),
      ['request', () => `${head.method} ${head.target}`],
      ['object', () => object],
    ]
    for (const [place, read] of places) {
      const found = firstIn(read(), patterns)
      if (found !== null) return { in: place, ...found }
    }
    return null
  }
}

function linesOf(headers: readonly string[]): string[] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1] ?? ''}`] : []))
}

const letter = '[\\p{L}\\p{N}\\p{Co}]'
const gap = '[^\\p{L}\\p{N}\\p{Co}]+'

/** The words next to each other, from the start of a word on. */
function patternOf({ words, together }: WordTerm): RegExp {
  return /* linear: words of letters between gaps without any */ new RegExp(
    `(?<!${letter})${words.join(gap)}${together ? `(?!${letter})` : ''}`,
    'u',
  )
}

function firstIn(text: string, patterns: readonly RegExp[]): Omit<SearchMatch, 'in'> | null {
  if (text === '' || text.length > maxText) return null
  const { folded, startOf } = foldInPlace(text)
  for (const pattern of patterns) {
    const found = pattern.exec(folded)
    if (found !== null) return surroundings(text, startOf(found.index), startOf(found.index + found[0].length))
  }
  return null
}

/** Text as a search sees it, and where in the text each of its characters came from. */
function foldInPlace(text: string): { folded: string; startOf: (at: number) => number } {
  const lower = text.toLowerCase()
  // Without other scripts and accents nothing moves.
  if (/^[\0-\u007F]*$/.test(text)) return { folded: lower, startOf: (at) => at }
  const starts: number[] = []
  let folded = ''
  let at = 0
  for (const character of text) {
    const plain = foldText(character)
    for (let place = 0; place < plain.length; place++) starts.push(at)
    folded += plain
    at += character.length
  }
  return { folded, startOf: (place) => starts[place] ?? text.length }
}

/** The words as they are written, with the text around them; from the start of a field where one is near. */
function surroundings(text: string, start: number, end: number): Omit<SearchMatch, 'in'> {
  const from = Math.max(0, start - around.before)
  const before = text.slice(from, start)
  const field = Math.max(...['{', '[', ','].map((sign) => before.lastIndexOf(sign)))
  const isCut = field === -1 && from > 0
  const after = text.slice(end, end + around.after)
  return {
    before: `${isCut ? '…' : ''}${oneLine(before.slice(field + 1)).trimStart()}`,
    text: oneLine(text.slice(start, Math.min(end, start + around.found))),
    after: oneLine(after).trimEnd(),
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
