import type { ServiceAnswer } from '../../shared/wireTypes.ts'
import { failureOf } from '../service/failureOf.ts'
import type { ServiceCall } from '../service/startServiceClient.ts'
import { ExpectedFailure } from './expectedFailure.ts'

/** What the service said to a call, for showing. The body as text, at most 16 kB. */
export function serviceAnswer(call: ServiceCall): ServiceAnswer {
  if (!call.sent) return { status: call.failure.status, body: null, durationMs: 0 }
  const { result } = call
  const body = result.ok ? Buffer.from(result.body).toString('utf8').slice(0, 16_384) : null
  return { status: result.ok ? result.status : null, body, durationMs: Math.round(result.timing.total) }
}

/** Throws an ExpectedFailure when the call did not succeed; otherwise hands back the answered body and status. */
export function succeededOrThrow(call: ServiceCall): { status: number; body: Uint8Array } {
  const failure = failureOf(call)
  if (failure === null && call.sent && call.result.ok) return { status: call.result.status, body: call.result.body }
  throw new ExpectedFailure('SERVICE_REFUSED', failure?.message ?? 'The service did not answer.', serviceAnswer(call))
}
