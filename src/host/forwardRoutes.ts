import { ExpectedFailure, noEnvironment } from '../engine/failures/expectedFailure.ts'
import { ForwardProblem } from '../engine/forwarding/forwardTarget.ts'
import { attemptView } from '../engine/store/write/attemptView.ts'
import type { StoredAttempt } from '../engine/store/records/attempts.ts'
import type { Host } from './types.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that is about forwarding to local apps. */
export function forwardRoutes(os: Implementer, { engine, forwardings }: RouterParts) {
  const { environments, forwardRules } = engine
  async function of<Result>(environmentId: string, work: () => Promise<Result>): Promise<Result> {
    if (environments.get(environmentId) === undefined) throw noEnvironment(environmentId)
    return orFailure(work)
  }

  return {
    rules: os.forwarding.rules.handler(async ({ input: { id } }) => of(id, async () => forwardRules.view(id))),
    setRules: os.forwarding.setRules.handler(async ({ input: { id, ...input } }) =>
      of(id, async () => forwardRules.set(id, input)),
    ),
    pause: os.forwarding.pause.handler(async ({ input: { id, ruleId } }) =>
      of(id, async () => forwardRules.setPaused(id, ruleId, true)),
    ),
    resume: os.forwarding.resume.handler(async ({ input: { id, ruleId } }) =>
      of(id, async () => forwardRules.setPaused(id, ruleId, false)),
    ),
    catchUp: os.forwarding.catchUp.handler(async ({ input: { id, ruleId, since } }) =>
      of(id, async () => forwardRules.catchUp(id, ruleId, Date.parse(since))),
    ),
    live: os.forwarding.live.handler(async ({ input, signal }) =>
      orFailure(async () => live(forwardings.to, input, signal)),
    ),
    cancelCatchUp: os.forwarding.cancelCatchUp.handler(async ({ input: { id, ruleId } }) =>
      of(id, async () => forwardRules.cancelCatchUp(id, ruleId)),
    ),
  }
}

/** Turns ForwardProblem into an expected failure. */
async function orFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ForwardProblem ? new ExpectedFailure(error.why) : error
  }
}

/** Forwards until the signal, or until the client stops reading results. */
async function live(
  forwardTo: Host['forwardTo'],
  { url, allowHost }: { url: string; allowHost?: string | undefined },
  signal: AbortSignal | undefined,
) {
  const attempts: StoredAttempt[] = []
  let wake = Promise.withResolvers<void>()
  const take = (attempt: StoredAttempt) => {
    attempts.push(attempt)
    wake.resolve()
  }
  const forwarding = await forwardTo(url, take, { from: 'now', allowHost })
  const gone = new Promise<void>((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true })
    if (signal?.aborted === true) resolve()
  })
  return (async function* () {
    try {
      while (signal?.aborted !== true) {
        for (const attempt of attempts.splice(0)) yield { ...attemptView(attempt), deliveryId: attempt.deliveryId }
        wake = Promise.withResolvers()
        // One that came while others were taken resolved the wait before this one.
        if (attempts.length === 0) await Promise.race([wake.promise, gone])
      }
    } finally {
      await forwarding.stop()
    }
  })()
}
