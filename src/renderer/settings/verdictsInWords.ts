import { verdicts } from '../../shared/model.ts'
import { groupDigits } from '../ui/format.ts'
import { verdictNames } from '../ui/verdictNames.ts'

/** "12 valid, 3 unsigned" in the order of the verdicts; undefined when nothing was counted. */
export function verdictsInWords(byVerdict: Readonly<Record<string, number>>): string | undefined {
  const parts = verdicts.flatMap((verdict) => {
    const count = byVerdict[verdict] ?? 0
    return count === 0 ? [] : [`${groupDigits(count)} ${verdictNames[verdict].toLowerCase()}`]
  })
  return parts.length === 0 ? undefined : parts.join(' · ')
}
