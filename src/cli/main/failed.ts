import { ORPCError } from '@orpc/client'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { StoreCannotOpen } from '../../engine/store/records/failures.ts'
import { exitCodes } from '../../host/shells/exitCodes.ts'
import { KeyUnavailable } from '../../host/keys/keyUnavailable.ts'
import { CannotListen } from '../../shared/cannotListen.ts'
import { CannotDo } from '../basics/failures.ts'
import { refusalOf } from '../basics/refusalOf.ts'
import { remark } from '../output/terminal.ts'

/**
 * Says why a command could not do its work, and answers the exit code.
 * @param named the name under which the user gave a field of the API
 */
export function failed(error: unknown, named: (field: string) => string): number {
  // A value that the engine does not accept at the start came from a variable.
  if (error instanceof ExpectedFailure) {
    remark(`hookscope: ${error.message}`)
    return exitCodes.usage
  }
  // An error that the API answered.
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
