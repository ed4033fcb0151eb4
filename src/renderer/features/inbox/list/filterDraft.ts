import { type DeliveryFilter, filterKeys, parseDeliveryFilter } from '../../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { chipsOf, wordsIn } from '../../../data/state/filterTerms.ts'
import { useEffect, useRef, useState } from 'react'
import { unknownKeyReason } from '../../../../shared/filter/unknownFilterKey.ts'
import { filterSentence } from '../../../../shared/words/filters.ts'
import { filterWords } from './words.ts'

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

/** A completion of the last word. */
export interface Suggestion {
  /** Replaces the last word of the draft. */
  insert: string
  label: string
  hint: string
}

/** The draft with the suggestion in place of its last word. */
export function acceptSuggestion(draft: string, suggestion: Suggestion): string {
  return draft.slice(0, draft.length - lastWord(draft).length) + suggestion.insert
}

/** Whether the last word of a draft names a field, or begins to. */
export function asksForField(draft: string): boolean {
  return /^[-!]?(?:exists:)?(?:body|object|header)[./]|^[-!]?exists:/i.test(lastWord(draft))
}

export function lastWord(draft: string): string {
  return draft.split(/\s/).at(-1) ?? ''
}
