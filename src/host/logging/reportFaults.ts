import { ORPCError } from '@orpc/server'
import type { HostOptions } from '../shells/types.ts'

export type HostLog = NonNullable<HostOptions['log']>

/** An interceptor that logs what no caller may see: errors that the contract does not declare are our own mistakes. */
export function reportFaults(log: HostLog) {
  return async <Result>({ next }: { next(): Promise<Result> }): Promise<Result> => {
    try {
      return await next()
    } catch (error) {
      if (!isExpected(error)) log('error', 'a call failed', { error: describe(error) })
      throw error
    }
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof ORPCError && (error.defined || error.status < 500)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${error.stack ?? error.message}${cause}`
}
