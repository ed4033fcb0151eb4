import type { ORPCError } from '@orpc/client'
import { exitCodes } from '../host/exitCodes.ts'

/**
 * The exit code of a command whose call the API refused, 2 where the input was wrong or an option is missing, else 3; and what
 * it says. `named` gives the option for a field of the input. Pure.
 */
export function refusalOf(
  error: ORPCError<string, unknown>,
  named: (field: string) => string = (field) => field,
): { code: number; sentence: string } {
  const why = whyOf(error)
  if (why?.code === 'nothing-to-export') return { code: exitCodes.no, sentence: error.message }
  const hint = allowHint(why)
  const isInput = error.status === 400 || error.status === 404 || hint !== ''
  return { code: isInput ? exitCodes.usage : exitCodes.cannot, sentence: issueOf(error, named) ?? error.message + hint }
}

/** The option that allows a host, where that is what is missing; else nothing. Pure. */
export function allowHint(why: { code: string; fields: object } | null): string {
  const isHost = why?.code === 'host-not-allowed' || why?.code === 'forward-host-not-allowed'
  return isHost && 'host' in why.fields ? ` The option is --allow-host ${String(why.fields.host)}.` : ''
}

/** Why the API refused a call, for code. Pure. */
export function whyOf({ data }: ORPCError<string, unknown>): Parameters<typeof allowHint>[0] {
  return (data as { why?: { code: string; fields: object } } | undefined)?.why ?? null
}

/** The first issue of an input that does not fit the contract, or null. */
function issueOf({ data }: ORPCError<string, unknown>, named: (field: string) => string): string | null {
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return null
  const [issue] = data.issues as { message?: unknown; path?: unknown[] }[]
  if (typeof issue?.message !== 'string') return null
  const path = (issue.path ?? []).map(String).join('.')
  return path === '' ? issue.message : `${named(path)}: ${issue.message}`
}
