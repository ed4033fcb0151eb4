/** Changes to the terms of a filter, as the page makes them. Pure. */
import {
  type DeliveryFilter,
  type FilterTerm,
  foldCase,
  needsContent,
  parseDeliveryFilter,
} from '../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter, termOf } from '../../../shared/filter/formatDeliveryFilter.ts'
import type { Verdict } from '../../../shared/model.ts'

/** Whether there are words or fields in it, which only the engine can look for. */
export function hasWords({ terms }: DeliveryFilter): boolean {
  return terms.some(needsContent)
}

/** The terms shown as chips; the words are in the field. */
export function chipsOf({ terms }: DeliveryFilter): FilterTerm[] {
  return terms.filter(({ key }) => key !== 'text')
}

/** The words as they are typed. */
export function wordsIn({ terms }: DeliveryFilter): string {
  return formatDeliveryFilter({ terms: terms.filter(({ key }) => key === 'text') })
}

export function withoutTerm({ terms }: DeliveryFilter, term: FilterTerm): DeliveryFilter {
  return { terms: terms.filter((other) => other !== term) }
}

/** The filter with one term negated, or no longer negated. */
export function turned({ terms }: DeliveryFilter, term: FilterTerm): DeliveryFilter {
  return { terms: terms.map((other) => (other === term ? { ...term, negated: !term.negated } : other)) }
}

/** The one verdict that the list is narrowed to, or null. */
export function verdictIn({ terms }: DeliveryFilter): string | null {
  const term = terms.find(({ key, negated }) => key === 'verdict' && !negated)
  const [only, ...more] = term?.values ?? []
  return only === undefined || more.length > 0 ? null : foldCase(only)
}

/** Narrowed to a verdict; null: to none. */
export function withVerdict({ terms }: DeliveryFilter, verdict: Verdict | null): DeliveryFilter {
  const others = terms.filter(({ key, negated }) => key !== 'verdict' || negated)
  return { terms: verdict === null ? others : [termOf('verdict', verdict), ...others] }
}

/** A typed filter with one term more, which takes the place of those that say the same or the opposite. */
export function narrowed(typed: string, term: FilterTerm): string {
  const [value = ''] = term.values.map(foldCase)
  const { terms } = parseDeliveryFilter(typed, 0).filter
  const place = JSON.stringify(term.field)
  const others = terms.filter(
    ({ key, values, field }) =>
      key !== term.key || JSON.stringify(field) !== place || !values.map(foldCase).includes(value),
  )
  return formatDeliveryFilter(parseDeliveryFilter(formatDeliveryFilter({ terms: [...others, term] }), 0).filter)
}
