import { type DeliverySummary, verdicts } from '../../shared/model.ts'
import { type Filter, filterKeys, type FilterKey, parseFilter } from './filter.ts'

/** What a person is typing into the filter field, beside the chips that already stand there. */

export interface ReadDraft {
  /** The filter with what is complete in the draft taken in. */
  filter: Filter
  /** What stays in the field: an unfinished `key:value`, and the words. */
  rest: string
  problem: string | null
}

/**
 * Takes finished `key:value` pairs out of the draft into the filter. A pair is finished when something stands behind it;
 * `whole` takes the last one too, because Enter was pressed.
 */
export function readDraft(filter: Filter, draft: string, whole: boolean): ReadDraft {
  const pending = whole
    ? ''
    : (/(?:^|\s)((?:verdict|type|action):\S*|(?:verdict|type|action):"[^"]*)$/i.exec(draft)?.[1] ?? '')
  const finished = draft.slice(0, draft.length - pending.length)
  const { filter: typed, problem } = parseFilter(finished)
  const next: Filter = {
    verdict: typed.verdict ?? filter.verdict,
    resourceType: typed.resourceType ?? filter.resourceType,
    action: typed.action ?? filter.action,
    q: typed.q,
  }
  if (problem !== null) return { filter, rest: draft, problem }
  const tookFields = typed.verdict !== null || typed.resourceType !== null || typed.action !== null
  // Words stay as typed, spaces and quotes included: a field that rewrites itself under the hands is a nuisance.
  const rest = tookFields ? [typed.q, pending].filter((part) => part !== '').join(' ') : draft
  return { filter: next, rest, problem: null }
}

export interface Suggestion {
  /** Replaces the last word of the draft. */
  insert: string
  label: string
  hint: string
}

const keyHints: Record<FilterKey, string> = {
  verdict: 'outcome of the signature check',
  type: 'kind of object',
  action: 'what happened to it',
}

/** Completions for the last word of the draft. */
export function suggestionsFor(draft: string, seen: Record<'type' | 'action', readonly string[]>): Suggestion[] {
  const word = /\S*$/.exec(draft)?.[0] ?? ''
  const colon = word.indexOf(':')
  if (colon === -1) {
    return filterKeys
      .filter((key) => key.startsWith(word.toLowerCase()))
      .map((key) => ({ insert: `${key}:`, label: `${key}:`, hint: keyHints[key] }))
  }
  const key = filterKeys.find((known) => known === word.slice(0, colon).toLowerCase())
  if (key === undefined) return []
  const begun = word.slice(colon + 1).toLowerCase()
  const values: readonly string[] = key === 'verdict' ? verdicts : seen[key]
  return values
    .filter((value) => value.toLowerCase().startsWith(begun))
    .slice(0, 12)
    .map((value) => ({ insert: `${key}:${/\s/.test(value) ? `"${value}"` : value} `, label: value, hint: key }))
}

export function acceptSuggestion(draft: string, suggestion: Suggestion): string {
  return draft.replace(/\S*$/, '') + suggestion.insert
}

/** Types and actions that occur among some deliveries, in alphabetical order. */
export function seenValues(items: readonly DeliverySummary[]): Record<'type' | 'action', readonly string[]> {
  const types = new Set<string>()
  const actions = new Set<string>()
  for (const { resourceType, action } of items) {
    if (resourceType !== null) types.add(resourceType)
    if (action !== null) actions.add(action)
  }
  return { type: [...types].sort(), action: [...actions].sort() }
}
