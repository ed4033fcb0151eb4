import type { Verdict } from '../../shared/model.ts'
import { countAll, provenVerdicts, unprovenVerdicts, type VerdictCounts } from './verdictOrder.ts'

export interface SharePart {
  verdict: Verdict
  count: number
  /** "3.4 %", "<0.1 %", "100 %". */
  percent: string
  /** Where the part lies in the bar, px. */
  x: number
  width: number
}

/** What is there at all is at least so wide, px: it can be seen and hit. */
const least = 6
const gap = 2

/** The parts of a bar of this width, proven ones first; verdicts without any are left out. Pure. */
export function shareParts(counts: VerdictCounts, width: number): SharePart[] {
  const total = countAll(counts)
  const present = [...provenVerdicts, ...unprovenVerdicts].filter((verdict) => (counts[verdict] ?? 0) > 0)
  // Each has its least width; the room that is left is shared out.
  const room = Math.max(0, width - gap * (present.length - 1) - least * present.length)
  let x = 0
  return present.map((verdict) => {
    const count = counts[verdict] ?? 0
    const part = { verdict, count, percent: percentOf(count, total), x, width: least + (room * count) / total }
    x += part.width + gap
    return part
  })
}

/** A share never reads as nothing or as all of it when it is not. */
export function percentOf(count: number, total: number): string {
  if (count === total) return '100 %'
  const share = (count / total) * 100
  if (share < 0.1) return '<0.1 %'
  if (share > 99.9) return '>99.9 %'
  return `${share < 10 || share > 90 ? share.toFixed(1) : Math.round(share)} %`
}
