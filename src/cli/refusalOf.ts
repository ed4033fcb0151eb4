import type { ORPCError } from '@orpc/client'
import { exitCodes } from '../host/exitCodes.ts'

/**
 * How a command ends when the API refused a call: with 2 where the input was wrong, else with 3; and what it says. `named`
 * gives the name under which a person gave a field of the input. Pure.
 */
export function refusalOf(
  error: ORPCError<string, unknown>,
  named: (field: string) => string = (field) => field,
): { code: number; sentence: string } {
  const isInput = error.status === 400 || error.status === 404
  return { code: isInput ? exitCodes.usage : exitCodes.cannot, sentence: issueOf(error, named) ?? error.message }
}

/** What of the input does not fit the contract; null where the sentence says it already. */
function issueOf({ data }: ORPCError<string, unknown>, named: (field: string) => string): string | null {
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return null
  const [issue] = data.issues as { message?: unknown; path?: unknown[] }[]
  if (typeof issue?.message !== 'string') return null
  const path = (issue.path ?? []).map(String).join('.')
  return path === '' ? issue.message : `${named(path)}: ${issue.message}`
}
