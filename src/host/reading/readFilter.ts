import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { type DeliveryFilter, foldCase, parseDeliveryFilter } from '../../shared/filter/deliveryFilter.ts'
import type { DriftPending, UnknownFilterKey } from '../../shared/schemas/deliverySchemas.ts'
import { unknownKeyReason } from '../../shared/filter/unknownFilterKey.ts'
import { driftPendingSentence } from '../../shared/words/changes.ts'
import { filterSentence } from '../../shared/words/filters.ts'

/** The filter of a query, with remarks on terms that may be mistyped. */
export interface ReadFilter {
  filter: DeliveryFilter | undefined
  /** One for each key that does not exist and was read as a word. */
  remarks: UnknownFilterKey[]
}

/** Reads the filter of a query. Throws ExpectedFailure with a sentence that names the word and what it takes. */
export function readFilter(text: string | undefined): ReadFilter {
  if (text === undefined) return { filter: undefined, remarks: [] }
  const { filter, problem, unknownKeys } = parseDeliveryFilter(text, Date.now())
  if (problem !== null) throw new ExpectedFailure({ code: 'filter-unreadable', fields: { problem } })
  return { filter, remarks: unknownKeys.map(remarkOn) }
}

/** The same for deletions and the like: also throws for a mistyped key, which would match more deliveries. */
export function readExactFilter(text: string | undefined): DeliveryFilter | undefined {
  const { filter, remarks } = readFilter(text)
  const [unknown] = remarks
  if (unknown === undefined) return filter
  throw new ExpectedFailure({ code: 'filter-unreadable', fields: { problem: unknownKeyReason(unknown.fields.key) } })
}

/** Whether a filter can only be answered for deliveries that were compared with their shape. */
export function asksForDrift(filter: DeliveryFilter | undefined): boolean {
  const isDrift = (value: string) => foldCase(value) === 'drift'
  return filter?.terms.some(({ key, values }) => key === 'change' || (key === 'is' && values.some(isDrift))) ?? false
}

/** The remark on a list that was asked for drift while some deliveries were not compared. */
export function driftPending(pending: number): DriftPending {
  return { code: 'drift-pending', fields: { pending }, message: driftPendingSentence(pending) }
}

function remarkOn(name: string): UnknownFilterKey {
  const why = unknownKeyReason(name)
  const { key, nearest } = why.fields
  return { code: 'unknown-filter-key', fields: { key, nearest }, message: filterSentence(why) }
}
