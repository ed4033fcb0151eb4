import type { ContractResult } from '../../../../shared/wireTypes.ts'
import { countOf } from '../../../../shared/words/counts.ts'

/** Texts of what a contract says about a delivery. */
export const contractPanelWords = {
  title: 'Contract',
  loading: 'what the contract says',
  heads: {
    held: (message: string) => `Fits ${message}.`,
    violated: (message: string, count: number) => `${countOf(count, 'violation')} of ${message}.`,
    unmatched: () => 'Matches no message of the contract.',
    unfinished: (message: string) => (message === '' ? 'Not validated.' : `Not validated against ${message}.`),
  },
  pointer: 'Place',
  rule: 'Rule',
  expected: 'Expected',
  found: 'Found',
  nothing: 'nothing',
  body: '(body)',
  showAll: (count: number) => `Show all ${count}`,
  more: (count: number) => `${count} more.`,
  open: 'Open contract',
} as const

/** How the message was found, as a sentence. Pure. */
export function matchedWords({ matched }: ContractResult): string | null {
  if (matched === null) return null
  if (matched.by === 'only') return 'It is the only message of the contract.'
  const evidence = matched.evidence.map(({ place, value }) => `${place} is ${value}`).join(' and ')
  const by =
    matched.by === 'name' ? 'Matched by name' : `Matched by its ${matched.by === 'header' ? 'headers' : 'fields'}`
  return `${by}: ${evidence}.`
}
