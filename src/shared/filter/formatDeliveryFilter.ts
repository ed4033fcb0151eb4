import { type FieldSource, formatFieldTerm } from './fieldTerm.ts'
import type { DeliveryFilter, FilterKey, FilterTerm } from './deliveryFilter.ts'

/** The typed form of a filter: what `parseDeliveryFilter` reads back as the same filter. */
export function formatDeliveryFilter({ terms }: DeliveryFilter): string {
  return terms.map(formatTerm).join(' ')
}

/** One term as it is typed. */
export function formatTerm({ key, values, quoted, negated, field }: FilterTerm): string {
  if (field !== undefined) return `${negated ? '-' : ''}${formatFieldTerm(field, values, quoted)}`
  const [only = ''] = values
  const value = quoted ? `"${only}"` : values.join('|')
  return `${negated ? '-' : ''}${key === 'text' ? '' : `${key}:`}${value}`
}

/** A term that asks for one value of a field, exactly. */
export function fieldTermOf(source: FieldSource, path: readonly string[], value: string): FilterTerm {
  const quoted = /[\s|"]|^$/.test(value)
  return {
    key: 'field',
    values: [value],
    quoted,
    negated: false,
    at: null,
    field: { source, path: [...path], operator: '=' },
  }
}

/** A term that asks for one value, in quotes where it needs them. */
export function termOf(key: Exclude<FilterKey, 'after' | 'before'>, value: string): FilterTerm {
  return { key, values: [value.replaceAll('"', '')], quoted: /[\s|"]|^$/.test(value), negated: false, at: null }
}
