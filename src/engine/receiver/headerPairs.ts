import type { HeaderLine } from '../../shared/model.ts'
import type { Answer } from './types.ts'

/** The headers of an answer as a list. */
export function headerPairs(headers: Answer['headers']): readonly HeaderLine[] {
  if (headers === undefined) return []
  return isList(headers) ? headers : Object.entries(headers)
}

function isList(headers: NonNullable<Answer['headers']>): headers is readonly HeaderLine[] {
  return Array.isArray(headers)
}
