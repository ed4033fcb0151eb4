import { ExpectedFailure } from '../engine/actions/expectedFailure.ts'
import { type DeliveryFilter, parseDeliveryFilter } from '../shared/deliveryFilter.ts'

/** The filter of a query. Throws ExpectedFailure with a sentence that names the word and what it takes. */
export function readFilter(text: string | undefined): DeliveryFilter | undefined {
  if (text === undefined) return undefined
  const { filter, problem } = parseDeliveryFilter(text, Date.now())
  if (problem !== null) throw new ExpectedFailure('BAD_REQUEST', problem)
  return filter
}
