import { ORPCError } from '@orpc/client'
import { ExpectedFailure } from '../engine/failures/expectedFailure.ts'
import { StoreCannotOpen } from '../engine/store/records/failures.ts'
import { exitCodes } from '../host/exitCodes.ts'
import { KeyUnavailable } from '../host/keys/keyUnavailable.ts'
import { CannotListen } from '../shared/cannotListen.ts'
import { CannotDo } from './failures.ts'
import { refusalOf } from './refusalOf.ts'
import { remark } from './terminal.ts'

/**
 * Says why a command could not do its work, and answers the exit code.
 * @param named the name under which a person gave a field of the API
 */
export function failed(error: unknown, named: (field: string) => string): number {
  // What the engine does not accept at the start came from a variable.
  if (error instanceof ExpectedFailure) {
    remark(`hookscope: ${error.message}`)
    return exitCodes.usage
  }
  // What the API did not accept or could not do.
  if (error instanceof ORPCError) {
    const { code, sentence } = refusalOf(error, named)
    remark(`hookscope: ${sentence}`)
    return code
  }
  const expected = [CannotDo, StoreCannotOpen, KeyUnavailable, CannotListen].some((kind) => error instanceof kind)
  remark(`hookscope: ${error instanceof Error ? error.message : String(error)}`)
  if (!expected && error instanceof Error && process.env['HOOKSCOPE_LOG'] === 'debug') remark(error.stack ?? '')
  return exitCodes.cannot
}
