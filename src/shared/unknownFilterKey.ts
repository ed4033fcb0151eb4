import { type FilterKey, filterKeys } from './deliveryFilter.ts'
import { nearestName } from './nearestName.ts'
import type { UnknownFilterKey } from './schemas/deliverySchemas.ts'

/** Describes an unknown key, with what to type instead. Pure. */
export function describeUnknownKey(key: string): UnknownFilterKey {
  const nearest = nearestName(key, filterKeys) ?? likeBeginning(key)
  const instead = nearest === null ? `The keys are ${filterKeys.join(', ')}.` : `Did you mean ${nearest}:?`
  return {
    code: 'unknown-filter-key',
    fields: { key, nearest },
    message: `There is no key "${key}". ${instead} Put a text with a colon in quotes.`,
  }
}

/** "verification" and "act" begin like verdict and action. */
function likeBeginning(key: string): FilterKey | null {
  const start = key.toLowerCase().slice(0, 3)
  return start.length < 3 ? null : (filterKeys.find((known) => known.startsWith(start)) ?? null)
}
