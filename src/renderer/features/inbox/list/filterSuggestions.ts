import { filterKeys, type FilterKey, filterMarks, forwardStates } from '../../../../shared/filter/deliveryFilter.ts'
import { formatTerm, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { followUpStates, verdicts } from '../../../../shared/codes/signature/verdicts.ts'
import type { DeliverySummary } from '../../../../shared/model.ts'
import { filterKeyHints, filterValueHints, seenHint } from './words.ts'

export interface Suggestion {
  /** Replaces the last word of the draft. */
  insert: string
  label: string
  hint: string
}

/** Number of occurrences of each value. */
export type SeenValues = Readonly<Record<'verdict' | 'type' | 'action' | 'method', ReadonlyMap<string, number>>>

/** Maximum number of suggestions. */
const most = 12
const moments = ['10m', '1h', '24h', '7d']

/** Completions for the last word of the draft. */
export function suggestionsFor(draft: string, seen: SeenValues): Suggestion[] {
  const [, sign = '', word = ''] = /^([-!]?)(.*)$/s.exec(lastWord(draft)) ?? []
  const colon = word.indexOf(':')
  if (colon === -1) {
    return filterKeys
      .filter((key) => key.startsWith(word.toLowerCase()))
      .map((key) => ({ insert: `${sign}${key}:`, label: `${sign}${key}:`, hint: filterKeyHints[key] }))
  }
  const key = filterKeys.find((known) => known === word.slice(0, colon).toLowerCase())
  if (key === undefined) return []
  const bar = word.lastIndexOf('|')
  const before = bar === -1 ? '' : word.slice(colon + 1, bar + 1)
  const begun = word.slice(Math.max(colon, bar) + 1).toLowerCase()
  return valuesOf(key, seen)
    .filter(({ value }) => value.toLowerCase().startsWith(begun))
    .slice(0, most)
    .map(({ value, hint }) => ({ insert: `${sign}${key}:${before}${typed(value, before)} `, label: value, hint }))
}

/** Quotes a value where needed; values in a list stay as they are. */
function typed(value: string, before: string): string {
  return before === '' ? formatTerm(termOf('type', value)).slice('type:'.length) : value
}

function valuesOf(key: FilterKey, seen: SeenValues): { value: string; hint: string }[] {
  switch (key) {
    case 'verdict':
      return withCounts(verdicts, seen.verdict)
    case 'type':
    case 'action':
    case 'method':
      return withCounts([...seen[key].keys()].sort(), seen[key])
    case 'status':
      return followUpStates.map((value) => ({ value, hint: filterValueHints.status[value] }))
    case 'forward':
      return forwardStates.map((value) => ({ value, hint: filterValueHints.forward[value] }))
    case 'is':
      return filterMarks.map((value) => ({ value, hint: filterValueHints.is[value] }))
    case 'after':
    case 'before':
      return moments.map((value) => ({ value, hint: filterValueHints.ago(value) }))
    case 'id':
      return []
  }
}

function withCounts(values: readonly string[], seen: ReadonlyMap<string, number>): { value: string; hint: string }[] {
  return values.map((value) => ({ value, hint: seenHint(seen.get(value) ?? 0) }))
}

export function acceptSuggestion(draft: string, suggestion: Suggestion): string {
  return draft.slice(0, draft.length - lastWord(draft).length) + suggestion.insert
}

function lastWord(draft: string): string {
  return draft.split(/\s/).at(-1) ?? ''
}

/** Counts the values that occur in the given deliveries. */
export function seenValues(items: readonly DeliverySummary[]): SeenValues {
  const seen = { verdict: new Map(), type: new Map(), action: new Map(), method: new Map() } as Record<
    keyof SeenValues,
    Map<string, number>
  >
  const note = (values: Map<string, number>, value: string | null) => {
    if (value !== null && value !== '') values.set(value, (values.get(value) ?? 0) + 1)
  }
  for (const { verdict, resourceType, action, method } of items) {
    note(seen.verdict, verdict)
    note(seen.type, resourceType)
    note(seen.action, action)
    note(seen.method, method)
  }
  return seen
}
