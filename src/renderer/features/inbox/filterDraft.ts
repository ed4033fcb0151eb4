import { type DeliveryFilter, filterKeys, parseDeliveryFilter } from '../../../shared/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../../shared/formatDeliveryFilter.ts'
import { chipsOf, wordsIn } from '../../data/state/filterTerms.ts'

/** What a person is typing into the filter field, beside the chips that already stand there. */
export interface ReadDraft {
  /** The filter with what is complete in the draft taken in. */
  filter: DeliveryFilter
  /** What stays in the field: an unfinished `key:value`, and the words. */
  rest: string
  /** What cannot be understood, as a sentence; nothing is taken in then. */
  problem: string | null
  /** Keys that are none of ours: they are looked for as words. */
  unknownKeys: string[]
}

const keys = filterKeys.join('|')
const unfinished = new RegExp(`(?:^|\\s)([-!]?(?:${keys}):(?:"[^"]*|[^\\s"]\\S*)?)$`, 'i')

/**
 * Takes finished `key:value` pairs out of the draft into the filter. A pair is finished when something stands behind it;
 * `whole` takes the last one too, because Enter was pressed. @param now ms since the epoch
 */
export function readDraft(filter: DeliveryFilter, draft: string, whole: boolean, now: number): ReadDraft {
  const pending = whole ? '' : (unfinished.exec(draft)?.[1] ?? '')
  const finished = draft.slice(0, draft.length - pending.length)
  const typed = parseDeliveryFilter(finished, now)
  const { problem, unknownKeys } = typed
  if (problem !== null) return { filter, rest: draft, problem, unknownKeys }
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
