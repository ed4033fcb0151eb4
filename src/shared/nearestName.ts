/**
 * The known name that a mistyped one most likely means, or null: "verdit" means verdict, "http" means none. Two slips are
 * forgiven in a long name, one in a short one: a letter too many, too few or different, or two that changed places. Case
 * does not count. Pure.
 */
export function nearestName<Name extends string>(typed: string, known: readonly Name[]): Name | null {
  const name = typed.toLowerCase()
  if (name.length < 3) return null
  const ranked = known
    .map((candidate) => ({ candidate, slips: slipsBetween(name, candidate.toLowerCase()) }))
    .sort((a, b) => a.slips - b.slips)
  const [best] = ranked
  if (best === undefined) return null
  return best.slips <= (Math.min(name.length, best.candidate.length) < 5 ? 1 : 2) ? best.candidate : null
}

/** Insertions, removals, replacements and exchanges of neighbours (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      let least = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + same)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (before[column - 2] ?? 0) + 1)
      }
      next.push(least)
    }
    ;[before, last] = [last, next]
  }
  return last[b.length] ?? 0
}

/** The nearest known name as a question, else all of them. Pure. */
export function meantSentence(typed: string, known: readonly string[]): string {
  const nearest = nearestName(typed, known)
  if (nearest !== null) return `Did you mean ${nearest}?`
  return known.length === 0 ? 'There are none.' : `Known: ${known.join(', ')}.`
}
