import { diffArrays, diffWordsWithSpace } from 'diff'

export interface DiffLine {
  kind: 'same' | 'gone' | 'new'
  text: string
  /** Line numbers from 1 on each side; null where the line is not on it. */
  places: [one: number | null, other: number | null]
  /** The line in pieces, where it takes the place of another one that it resembles: what is not in that one is changed. */
  pieces?: readonly { text: string; changed: boolean }[]
}

/** With more lines taken away and added, the texts have too little in common, and comparing them takes too long. */
const mostEdits = 1_200

/** Words are compared within lines of at most so many characters. */
const longestLine = 2_000

/** Two lines resemble each other when at least this share of their characters is in both. */
const leastAlike = 0.4

/**
 * The lines of two texts as one list, with the fewest lines taken away and added, however long the texts are. Lines that
 * were changed carry the words that differ. Null where the texts are too different for that to say anything. Pure.
 */
export function diffLines(one: string, other: string): DiffLine[] | null {
  const a = one.split('\n')
  const b = other.split('\n')
  const changes = diffArrays(a, b, { maxEditLength: mostEdits })
  if (changes === undefined) return null
  const lines: DiffLine[] = []
  let x = 0
  let y = 0
  for (const { value, added, removed } of changes) {
    for (const text of value) {
      const places: DiffLine['places'] = [added ? null : x + 1, removed ? null : y + 1]
      lines.push({ kind: added ? 'new' : removed ? 'gone' : 'same', text, places })
      if (!added) x += 1
      if (!removed) y += 1
    }
  }
  return withPieces(lines)
}

/** Pairs the lines of each run of taken away ones with those of the run that follows it, in order. */
function withPieces(lines: DiffLine[]): DiffLine[] {
  for (let at = 0; at < lines.length;) {
    const gone = runOf('gone', lines, at)
    const fresh = runOf('new', lines, at + gone)
    for (let pair = 0; pair < Math.min(gone, fresh); pair += 1) {
      const before = lines[at + pair]
      const after = lines[at + gone + pair]
      if (before !== undefined && after !== undefined) comparePair(before, after)
    }
    at += Math.max(1, gone + fresh)
  }
  return lines
}

function runOf(kind: DiffLine['kind'], lines: readonly DiffLine[], from: number): number {
  let at = from
  while (lines[at]?.kind === kind) at += 1
  return at - from
}

function comparePair(before: DiffLine, after: DiffLine): void {
  if (Math.max(before.text.length, after.text.length) > longestLine) return
  const words = diffWordsWithSpace(before.text, after.text)
  const alike = words.reduce((sum, { value, added, removed }) => sum + (added || removed ? 0 : value.length), 0)
  if (alike < leastAlike * Math.max(before.text.length, after.text.length)) return
  const side = (other: 'added' | 'removed') =>
    words
      .filter((word) => !word[other])
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed }))
  before.pieces = side('added')
  after.pieces = side('removed')
}
