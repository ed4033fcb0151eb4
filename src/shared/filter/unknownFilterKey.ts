import type { FilterReason } from '../codes/filters.ts'
import { type FilterKey, filterKeys } from './deliveryFilter.ts'
import { nearestName } from '../nearestName.ts'

/** Why a key is unknown, with the one that may be meant. Pure. */
export function unknownKeyReason(key: string): Extract<FilterReason, { code: 'filter-key-unknown' }> {
  const nearest = nearestName(key, filterKeys) ?? likeBeginning(key)
  return { code: 'filter-key-unknown', fields: { key, nearest, known: [...filterKeys] } }
}

/** "verification" and "act" begin like verdict and action. */
function likeBeginning(key: string): FilterKey | null {
  const start = key.toLowerCase().slice(0, 3)
  return start.length < 3 ? null : (filterKeys.find((known) => known.startsWith(start)) ?? null)
}
