/** How well a text answers what was typed, and which of its letters do. */
export interface Match {
  score: number
  /** Positions in the text, ascending. */
  at: readonly number[]
}

/**
 * Looks for every typed word's letters in their order, without regard to case: "tdk" finds "Theme: dark". Words may come
 * in any order. Beginnings of words and letters side by side count most. Null when a word is not in it; pure.
 */
export function fuzzyMatch(query: string, text: string): Match | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = new Set<number>()
  let score = 0
  for (const word of words) {
    const match = matchWord(word, text)
    if (match === null) return null
    score += match.score
    for (const at of match.at) found.add(at)
  }
  // Of two texts with the same letters the shorter is meant.
  return { score: score - text.length / 100, at: [...found].sort((one, other) => one - other) }
}

const points = { letter: 1, beside: 6, wordStart: 5, textStart: 2, gap: 0.2 }

/** The best way to lay one word's letters into the text, found from its end: best[l] is for the letters from l on. */
function matchWord(word: string, text: string): Match | null {
  const lower = text.toLowerCase()
  // A letter whose lower case is longer would shift the positions.
  if (lower.length !== text.length) return lower.includes(word) ? { score: word.length, at: [] } : null
  let ways = new Map<number, Match>()
  for (let letter = word.length - 1; letter >= 0; letter--) {
    const next = new Map<number, Match>()
    const isLast = letter === word.length - 1
    for (let at = lower.indexOf(word[letter] ?? ''); at !== -1; at = lower.indexOf(word[letter] ?? '', at + 1)) {
      const own = points.letter + startPoints(text, at)
      if (isLast) next.set(at, { score: own, at: [at] })
      else {
        const best = bestAfter(ways, at)
        if (best !== null) next.set(at, { score: own + best.score, at: [at, ...best.at] })
      }
    }
    ways = next
  }
  return [...ways.values()].reduce<Match | null>((best, way) => better(best, way), null)
}

function bestAfter(ways: ReadonlyMap<number, Match>, at: number): Match | null {
  let best: Match | null = null
  for (const [start, way] of ways) {
    if (start <= at) continue
    const near = start === at + 1 ? points.beside : -points.gap * Math.min(10, start - at)
    best = better(best, { score: way.score + near, at: way.at })
  }
  return best
}

function better(one: Match | null, other: Match): Match {
  return one === null || other.score > one.score ? other : one
}

function startPoints(text: string, at: number): number {
  if (at === 0) return points.wordStart + points.textStart
  const before = text[at - 1] ?? ''
  const here = text[at] ?? ''
  const startsWord = !/[\p{L}\p{N}]/u.test(before) || (/\p{Lu}/u.test(here) && /\p{Ll}/u.test(before))
  return startsWord ? points.wordStart : 0
}
