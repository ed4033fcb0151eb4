import type { ServiceAnswer } from '../../../shared/wireTypes.ts'
import type { Application } from '../../environments/application.ts'
import { failureOf, withoutSecrets } from '../../service/failureOf.ts'
import type { ServiceCall } from '../../service/startServiceClient.ts'
import { ExpectedFailure } from '../../failures/expectedFailure.ts'

/**
 * The service's answer to a call, for showing. The body as text, at most 16 kB.
 * @param secrets values other than tokens that were sent and must be hidden where the service repeats them
 */
export function serviceAnswer(call: ServiceCall, secrets: readonly string[] = []): ServiceAnswer {
  const clean = withoutSecrets(call, secrets)
  if (!clean.sent) return { status: clean.failure.status, body: null, durationMs: 0 }
  const { result } = clean
  const body = result.ok ? Buffer.from(result.body).toString('utf8').slice(0, 16_384) : null
  return { status: result.ok ? result.status : null, body, durationMs: Math.round(result.timing.total) }
}

/** Why a call did not succeed, as an error for the caller; null when it did. */
export function refusalOf(call: ServiceCall, secrets: readonly string[] = []): ExpectedFailure | null {
  const failure = failureOf(call, secrets)
  return failure === null ? null : new ExpectedFailure(failure.why, serviceAnswer(call, secrets))
}

/** Why a call did not succeed, as the history keeps it. */
export function reasonOf(refusal: ExpectedFailure | null): Pick<Application, 'problem' | 'why'> {
  return { problem: refusal?.message ?? null, why: refusal?.why ?? null }
}

/** Throws an ExpectedFailure when the call did not succeed; otherwise hands back the answered body and status. */
export function succeededOrThrow(
  call: ServiceCall,
  secrets: readonly string[] = [],
): { status: number; body: Uint8Array } {
  const refusal = refusalOf(call, secrets)
  if (refusal === null && call.sent && call.result.ok) return { status: call.result.status, body: call.result.body }
  throw refusal ?? new ExpectedFailure({ code: 'no-answer', fields: {} }, serviceAnswer(call, secrets))
}
