import type { ORPCError } from '@orpc/client'
import { exitCodes } from '../../host/shells/exitCodes.ts'
import { issueSentence } from '../../shared/input/issueSentence.ts'

/**
 * The exit code of a command whose call the API refused, 2 where the input was wrong or an option is missing, else 3; and what
 * it says. `named` gives the option for a field of the input. Pure.
 */
export function refusalOf(
  error: ORPCError<string, unknown>,
  named: (field: string) => string = (field) => field,
): { code: number; sentence: string } {
  const why = reasonOf(error)
  if (why?.code === 'nothing-to-export') return { code: exitCodes.no, sentence: error.message }
  const host = refusedHost(why)
  const isInput = error.status === 400 || error.status === 404 || host !== null || isNameRefused(why?.code)
  const sentence =
    host === null ? error.message : `${host} is not this machine. Add --allow-host ${host} if it is yours.`
  return { code: isInput ? exitCodes.usage : exitCodes.cannot, sentence: issueOf(error, named) ?? sentence }
}

/** A name that is taken, or that of what has to stay. */
const isNameRefused = (code: string | undefined) => code === 'environment-name-taken' || code === 'sandbox-stays'

/** The host that an option has to allow first; null where the API refused for another reason. */
function refusedHost(why: Refusal | null): string | null {
  const isHost = why?.code === 'host-not-allowed' || why?.code === 'forward-host-not-allowed'
  return isHost && 'host' in why.fields ? String(why.fields.host) : null
}

interface Refusal {
  code: string
  fields: object
}

/** Why the API refused a call, for code. Pure. */
export function reasonOf({ data }: ORPCError<string, unknown>): Refusal | null {
  return (data as { why?: { code: string; fields: object } } | undefined)?.why ?? null
}

/** The first issue of an input that does not fit the contract, or null. */
function issueOf({ data }: ORPCError<string, unknown>, named: (field: string) => string): string | null {
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return null
  const [issue] = data.issues as { message?: unknown; path?: unknown[] }[]
  if (typeof issue?.message !== 'string') return null
  const path = (issue.path ?? []).map(String).join('.')
  return issueSentence(path === '' ? '' : named(path), issue.message)
}
