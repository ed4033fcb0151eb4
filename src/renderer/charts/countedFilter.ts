import { type DeliveryFilter, type FilterKey, parseDeliveryFilter } from '../../shared/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../shared/formatDeliveryFilter.ts'

/** Facts of a delivery that stay as they are from its arrival on, so that it is counted once. */
const counted: ReadonlySet<FilterKey | 'text'> = new Set(['verdict', 'type', 'action', 'id', 'method'])
/** The chart shows the time anyway: what the filter bounds stands out in it. */
const bounds: ReadonlySet<FilterKey | 'text'> = new Set(['after', 'before'])

/** The part of a filter by which deliveries over time are counted, and what is left out of it, as typed. Pure. */
export function countedFilter(typed: string): { filter: DeliveryFilter; leftOut: string } {
  // The moments that it names do not matter here, so neither does the moment that it is read at.
  const { terms } = parseDeliveryFilter(typed, 0).filter
  const rest = terms.filter(({ key }) => !counted.has(key) && !bounds.has(key))
  return {
    filter: { terms: terms.filter(({ key }) => counted.has(key)) },
    leftOut: formatDeliveryFilter({ terms: rest }),
  }
}
