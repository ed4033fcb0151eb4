import { implement, ORPCError } from '@orpc/server'
import type { ApplyTools } from '../engine/actions/applyWebhookConfig.ts'
import { ExpectedFailure } from '../engine/actions/expectedFailure.ts'
import type { Engine } from '../engine/startEngine.ts'
import { StoreUnavailable } from '../engine/store/types.ts'
import { TunnelProblem } from '../engine/tunnel/types.ts'
import { type Sandbox, SandboxRefusal } from '../sandbox/types.ts'
import { contract } from '../shared/contract.ts'
import type { Status } from '../shared/wireTypes.ts'
import type { Replays } from './openReplays.ts'

export interface RouterParts {
  engine: Engine
  sandbox: Sandbox
  status: () => Promise<Status>
  /** Tools of the actions that talk to the service. */
  tools: ApplyTools
  replays: Replays
}

export type Implementer = ReturnType<typeof implementer>

/** Implements the contract so that an expected failure of any handler reaches the caller as a declared error. */
export function implementer() {
  return implement(contract).use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      throw asWireError(error)
    }
  })
}

/** Expected failures become declared errors of the contract; anything else is our bug and goes on as it is. */
function asWireError(error: unknown): unknown {
  if (error instanceof SandboxRefusal) {
    const code =
      error.code === 'unknown-object' ? 'NOT_FOUND' : error.code === 'unknown-type' ? 'BAD_REQUEST' : 'CONFLICT'
    return new ORPCError(code, { message: error.message, status: statusOf[code] })
  }
  if (error instanceof StoreUnavailable) {
    return new ORPCError('UNAVAILABLE', { message: error.message, status: statusOf.UNAVAILABLE })
  }
  if (error instanceof TunnelProblem) {
    return new ORPCError('BAD_REQUEST', { message: error.message, status: statusOf.BAD_REQUEST })
  }
  if (!(error instanceof ExpectedFailure)) return error
  const data = error.answer === null ? undefined : { answer: error.answer }
  return new ORPCError(error.code, { message: error.message, status: statusOf[error.code], data })
}

const statusOf = { NOT_FOUND: 404, BAD_REQUEST: 400, CONFLICT: 409, SERVICE_REFUSED: 502, UNAVAILABLE: 503 } as const
