import { type Context, implement, type ImplementerInternalWithMiddlewares, ORPCError } from '@orpc/server'
import type { ApplyTools } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import type { CaseShelf } from '../../engine/cases/caseShelf.ts'
import type { CaseRuns } from '../cases/caseRuns.ts'
import type { WantedRecording } from '../cases/recordDeliveries.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { Engine } from '../../engine/startEngine.ts'
import { StoreUnavailable } from '../../engine/store/records/failures.ts'
import { TunnelProblem } from '../../engine/tunnel/providers/provider.ts'
import { SandboxRefusal } from '../../sandbox/state/sandboxRefusal.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import { contract, type Contract } from '../../shared/contract.ts'
import type { CallError, CallProblem } from '../../shared/codes/problems.ts'
import type { ScenarioRecording, ServiceAnswer, Status } from '../../shared/wireTypes.ts'
import type { Comparisons } from '../comparing/openComparisons.ts'
import type { Checks } from '../checks/openChecks.ts'
import type { Sending } from '../outgoing/openOutgoing.ts'
import type { HostShell } from '../shells/types.ts'
import type { StorageKeeper } from '../storage/storageKeeper.ts'
import type { UnseenFailures } from '../unseen/openUnseen.ts'
import type { Orders } from '../ordering/openOrders.ts'
import type { Scenarios } from '../scenarios/openScenarios.ts'
import type { Replays } from '../outgoing/openReplays.ts'

export interface RouterParts {
  engine: Engine
  sandbox: Sandbox
  status: () => Promise<Status>
  /** Tools of the actions that talk to the service. */
  tools: ApplyTools
  replays: Replays
  sending: Sending
  scenarios: Scenarios
  checks: Checks
  comparisons: Comparisons
  orders: Orders
  shell: HostShell
  storage: StorageKeeper
  unseen: UnseenFailures
  cases: { shelf: CaseShelf; runs: CaseRuns; record(wanted: WantedRecording): Promise<ScenarioRecording> }
}

/** Named, because the compiler cannot write the inferred one out: it is too long. */
export type Implementer = ImplementerInternalWithMiddlewares<Contract, Context, Context>

/** Implements the contract so that an expected failure of any handler reaches the caller as a declared error. */
export function implementer(): Implementer {
  return implement(contract).use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      throw asWireError(error)
    }
  })
}

/** Refusals of the sandbox that the input causes. */
const isOfInput = new Set<SandboxRefusal['code']>([
  'unknown-type',
  'unusable-fields',
  'clock-out-of-range',
  'clock-unreadable',
])

/** Expected failures become declared errors of the contract; anything else is our bug and goes on as it is. */
export function asWireError(error: unknown): unknown {
  if (error instanceof SandboxRefusal) {
    const code = error.code === 'unknown-object' ? 'NOT_FOUND' : isOfInput.has(error.code) ? 'BAD_REQUEST' : 'CONFLICT'
    return refusal(code, error.message, { code: 'sandbox-refused', fields: { reason: error.code } })
  }
  if (error instanceof StoreUnavailable) {
    return refusal('UNAVAILABLE', error.message, { code: 'store-unavailable', fields: { reason: error.why.code } })
  }
  if (error instanceof TunnelProblem) {
    const fields = { reason: error.code, option: error.option }
    return refusal('BAD_REQUEST', error.message, { code: 'tunnel-refused', fields })
  }
  if (!(error instanceof ExpectedFailure)) return error
  return refusal(error.code, error.message, error.why, error.answer === null ? {} : { answer: error.answer })
}

function refusal(code: CallError, message: string, why: CallProblem, extra: { answer?: ServiceAnswer } = {}) {
  return new ORPCError(code, { message, status: statusOf[code], data: { ...extra, why } })
}

const statusOf = { NOT_FOUND: 404, BAD_REQUEST: 400, CONFLICT: 409, SERVICE_REFUSED: 502, UNAVAILABLE: 503 } as const
