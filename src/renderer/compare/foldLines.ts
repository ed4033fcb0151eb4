import type { DiffLine } from './diffLines.ts'

/** A line that is shown, or a number of equal ones that are not. */
export type FoldedLine = { key: string; kind: 'line'; line: DiffLine } | { key: string; kind: 'folded'; count: number }

/** So many equal lines stay around each that differs. */
const context = 2

/** Lines that differ, with a few around them; longer runs of equal ones as their number. Pure. */
export function foldLines(lines: readonly DiffLine[]): FoldedLine[] {
  const near = new Set<number>()
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    for (let place = at - context; place <= at + context; place += 1) near.add(place)
  }
  const folded: FoldedLine[] = []
  for (const [at, line] of lines.entries()) {
    const last = folded.at(-1)
    if (near.has(at)) folded.push({ key: String(at), kind: 'line', line })
    else if (last?.kind === 'folded') last.count += 1
    else folded.push({ key: String(at), kind: 'folded', count: 1 })
  }
  return folded
}
