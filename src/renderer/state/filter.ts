import { type DeliverySummary, type Verdict, verdicts } from '../../shared/model.ts'

/** What the inbox is narrowed to. Null and empty: not narrowed. */
export interface Filter {
  verdict: Verdict | null
  resourceType: string | null
  action: string | null
  /** Words to find in body, headers and fields: only the engine can look for them. */
  q: string
}

export const noFilter: Filter = { verdict: null, resourceType: null, action: null, q: '' }

export const filterKeys = ['verdict', 'type', 'action'] as const
export type FilterKey = (typeof filterKeys)[number]

export interface ParsedFilter {
  filter: Filter
  /** What could not be understood, as a sentence; null when all was. */
  problem: string | null
}

/**
 * Reads the typed form: `verdict:invalid type:Payment action:create words "several words"`. Names and verdicts compare
 * without case; a key that is not one of ours is a word like any other; of two values for one key the last counts.
 */
export function parseFilter(text: string): ParsedFilter {
  const filter = { ...noFilter }
  const words: string[] = []
  let problem: string | null = null
  for (const token of text.match(tokens) ?? []) {
    const [, key = '', quoted, bare = ''] = keyed.exec(token) ?? []
    const value = quoted ?? bare
    switch (key.toLowerCase()) {
      case 'verdict': {
        const verdict = verdicts.find((known) => known === value.toLowerCase())
        if (verdict === undefined) problem = unknownVerdict(value)
        else filter.verdict = verdict
        break
      }
      case 'type':
        filter.resourceType = value === '' ? null : value
        break
      case 'action':
        filter.action = value === '' ? null : value
        break
      default:
        words.push(token.replace(/^"(.*)"?$/s, (_whole, inner: string) => inner.replace(/"$/, '')))
    }
  }
  filter.q = words.join(' ')
  return { filter, problem }
}

/** A word, a "quoted text", or key:value and key:"quoted value". A missing closing quote ends with the text. */
const tokens = /(?:[A-Za-z]+:)?"[^"]*(?:"|$)|\S+/g
const keyed = /^(verdict|type|action):(?:"([^"]*)"?|(.*))$/is

function unknownVerdict(value: string): string {
  return `There is no verdict "${value}". A verdict is one of: ${verdicts.join(', ')}.`
}

/** The typed form of a filter: what `parseFilter` reads back as the same filter. */
export function formatFilter(filter: Filter): string {
  return [
    filter.verdict === null ? '' : `verdict:${filter.verdict}`,
    filter.resourceType === null ? '' : `type:${quoteValue(filter.resourceType)}`,
    filter.action === null ? '' : `action:${quoteValue(filter.action)}`,
    filter.q,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function quoteValue(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value
}

export function isFiltered(filter: Filter): boolean {
  return filter.verdict !== null || filter.resourceType !== null || filter.action !== null || filter.q !== ''
}

/** Whether a delivery passes the fields of a filter, without regard to case. Its words (`q`) are the engine's to check. */
export function matchesFields(filter: Filter, delivery: DeliverySummary): boolean {
  if (filter.verdict !== null && delivery.verdict !== filter.verdict) return false
  return sameText(filter.resourceType, delivery.resourceType) && sameText(filter.action, delivery.action)
}

function sameText(wanted: string | null, actual: string | null): boolean {
  return wanted === null || wanted.toLowerCase() === actual?.toLowerCase()
}
