import {
  type DeliveryFilter,
  filterKeys,
  parseDeliveryFilter,
  type FilterKey,
  filterMarks,
  forwardStates,
} from '../../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter, formatTerm, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { chipsOf, wordsIn } from '../../../data/state/filterTerms.ts'
import { useEffect, useRef, useState } from 'react'
import { unknownKeyReason } from '../../../../shared/filter/unknownFilterKey.ts'
import { filterSentence } from '../../../../shared/words/filters.ts'
import type { SeenField } from '../../../../shared/wireTypes.ts'
import { fieldHints, filterWords, filterKeyHints, filterValueHints, seenHint } from './words.ts'
import { contractStates } from '../../../../shared/codes/contractStates.ts'
import { followUpStates, verdicts } from '../../../../shared/codes/signature/verdicts.ts'
import type { DeliverySummary } from '../../../../shared/model.ts'

/** The text being typed into the filter field, without the existing chips. */
interface ReadDraft {
  /** The filter with what is complete in the draft taken in. */
  filter: DeliveryFilter
  /** The rest that stays in the field: an unfinished `key:value`, and the words. */
  rest: string
  /** The problem, as a sentence; nothing is applied then. */
  problem: string | null
  /** Keys that are none of ours: they are looked for as words. */
  unknownKeys: string[]
}

const keys = filterKeys.join('|')
const unfinished = /* linear: the keys are words */ new RegExp(
  `(?:^|\\s)([-!]?(?:(?:${keys}|exists):(?:"[^"]*|[^\\s"]\\S*)?|(?:body|object|header)[./][^\\s"]*(?:"[^"]*)?))$`,
  'i',
)

/**
 * Takes finished `key:value` pairs out of the draft into the filter. A pair is finished when something follows it;
 * `whole` takes the last one too, because Enter was pressed. @param now ms since the epoch
 */
export function readDraft(filter: DeliveryFilter, draft: string, whole: boolean, now: number): ReadDraft {
  const pending = whole ? '' : (unfinished.exec(draft)?.[1] ?? '')
  const finished = draft.slice(0, draft.length - pending.length)
  const typed = parseDeliveryFilter(finished, now)
  const { problem, unknownKeys } = typed
  if (problem !== null) return { filter, rest: draft, problem: filterSentence(problem), unknownKeys }
  // Read together, so that a value that is typed again takes the place of the one before.
  const chips = formatDeliveryFilter({ terms: chipsOf(filter) })
  const next = parseDeliveryFilter(`${chips} ${finished}`, now).filter
  // Words stay as typed, spaces and quotes included: a field that rewrites itself under the hands is a nuisance.
  const rest =
    chipsOf(typed.filter).length === 0
      ? draft
      : [wordsIn(typed.filter), pending].filter((part) => part !== '').join(' ')
  return { filter: next, rest, problem: null, unknownKeys }
}

/** Words wait this long for the next letter before they are searched, ms. */
const typingPauseMs = 250

/**
 * The text in the filter's field. It follows the address when that changes from elsewhere, such as a click on a seal.
 * @param filter what the address says
 */
export function useFilterDraft(filter: DeliveryFilter, routeText: string, apply: (filter: DeliveryFilter) => void) {
  const [draft, setDraft] = useState(() => wordsIn(filter))
  const [feedback, setFeedback] = useState(() => feedbackOf(routeText))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const applied = useRef(routeText)
  useEffect(() => {
    if (applied.current === routeText) return
    applied.current = routeText
    clearTimeout(timer.current)
    setDraft(wordsIn(filter))
    setFeedback(feedbackOf(routeText))
  }, [routeText, filter])
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Takes in what is complete; `whole`: all of it, because Enter was pressed. False: it cannot be understood. */
  const read = (text: string, whole: boolean): boolean => {
    clearTimeout(timer.current)
    setDraft(text)
    const result = readDraft(filter, text, whole, Date.now())
    setFeedback({ problem: result.problem, remark: remarkOn(result.unknownKeys) })
    if (result.problem !== null) return false
    if (result.rest !== text) setDraft(result.rest)
    const commit = () => {
      const next = formatDeliveryFilter(result.filter)
      applied.current = next
      apply(result.filter)
    }
    if (whole || result.rest !== text) commit()
    else timer.current = setTimeout(commit, typingPauseMs)
    return true
  }
  const clear = () => {
    clearTimeout(timer.current)
    setDraft('')
    setFeedback({ problem: null, remark: null })
  }
  return { draft, ...feedback, read, clear }
}

/** Feedback on a filter: it cannot be understood, or may not mean what it says. */
interface Feedback {
  problem: string | null
  remark: string | null
}

function feedbackOf(text: string): Feedback {
  // Only the words matter here: of moments nothing is said but that they are none.
  const { problem, unknownKeys } = parseDeliveryFilter(text, 0)
  return { problem: problem && filterSentence(problem), remark: remarkOn(unknownKeys) }
}

function remarkOn(unknownKeys: readonly string[]): string | null {
  const [name] = unknownKeys
  return name === undefined ? null : filterWords.unknownKey(name, unknownKeyReason(name).fields.nearest)
}

export interface Suggestion {
  /** Replaces the last word of the draft. */
  insert: string
  label: string
  hint: string
}

/** Number of occurrences of each value. */
export type SeenValues = Readonly<Record<'verdict' | 'type' | 'action' | 'method', ReadonlyMap<string, number>>>

const maxSuggestions = 12
const moments = ['10m', '1h', '24h', '7d']

/**
 * Completions for the last word of the draft.
 * @param fields what deliveries had, for `body.` and the like
 */
export function suggestionsFor(draft: string, seen: SeenValues, fields: readonly SeenField[] = []): Suggestion[] {
  const [, sign = '', word = ''] = /^([-!]?)(.*)$/s.exec(lastWord(draft)) ?? []
  if (asksForField(word)) return fieldSuggestions(sign, word, fields)
  const colon = word.indexOf(':')
  if (colon === -1) {
    const beginnings = [
      ...filterKeys.map((key) => ({ text: `${key}:`, hint: filterKeyHints[key] })),
      ...Object.entries(fieldHints).map(([text, hint]) => ({ text, hint })),
    ]
    return beginnings
      .filter(({ text }) => text.startsWith(word.toLowerCase()))
      .map(({ text, hint }) => ({ insert: sign + text, label: sign + text, hint }))
  }
  const key = filterKeys.find((known) => known === word.slice(0, colon).toLowerCase())
  if (key === undefined) return []
  const bar = word.lastIndexOf('|')
  const before = bar === -1 ? '' : word.slice(colon + 1, bar + 1)
  const begun = word.slice(Math.max(colon, bar) + 1).toLowerCase()
  return valuesOf(key, seen)
    .filter(({ value }) => value.toLowerCase().startsWith(begun))
    .slice(0, maxSuggestions)
    .map(({ value, hint }) => ({ insert: `${sign}${key}:${before}${typed(value, before)} `, label: value, hint }))
}

/** Whether the last word of a draft names a field, or begins to. */
export function asksForField(draft: string): boolean {
  return /^[-!]?(?:exists:)?(?:body|object|header)[./]|^[-!]?exists:/i.test(lastWord(draft))
}

/** The fields that begin with what is typed; nothing once an operator is there. */
function fieldSuggestions(sign: string, word: string, fields: readonly SeenField[]): Suggestion[] {
  const [, exists = '', place = ''] = /^(exists:)?(.*)$/is.exec(word) ?? []
  return fields
    .filter((field) => field.place.toLowerCase().startsWith(place.toLowerCase()) && field.place !== place)
    .slice(0, maxSuggestions)
    .map((field) => ({
      insert: `${sign}${exists}${field.place}${exists === '' ? ':' : ' '}`,
      label: field.place,
      hint: seenHint(field.deliveries),
    }))
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
    case 'contract':
      return contractStates.map((value) => ({ value, hint: filterValueHints.contract[value] }))
    case 'is':
      return filterMarks.map((value) => ({ value, hint: filterValueHints.is[value] }))
    case 'after':
    case 'before':
      return moments.map((value) => ({ value, hint: filterValueHints.ago(value) }))
    case 'id':
    case 'change':
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
