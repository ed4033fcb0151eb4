import { ExpectedFailure, noEnvironment } from '../../engine/failures/expectedFailure.ts'
import { ForwardProblem } from '../../engine/forwarding/forwardTarget.ts'
import { attemptView } from '../../engine/store/write/attemptView.ts'
import type { TemporaryRule } from '../../engine/jobs/temporaryRules.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that is about forwarding to local apps. */
export function forwardRoutes(os: Implementer, { engine }: RouterParts) {
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
    live: os.forwarding.live.handler(async ({ input: { id, target, allowHost, since }, signal }) =>
      of(id, async () => {
        const from = since === undefined ? Date.now() : Date.parse(since)
        const rule = await forwardRules.addTemporary({ environmentId: id, target, allowHost, since: from })
        const end = () => void rule.end()
        signal?.addEventListener('abort', end, { once: true })
        if (signal?.aborted === true) end()
        return attemptsOf(rule)
      }),
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

/** Each attempt of a temporary rule, until it is gone. It ends when the client stops reading. */
async function* attemptsOf(rule: TemporaryRule) {
  try {
    for await (const attempt of rule.attempts()) yield { ...attemptView(attempt), deliveryId: attempt.deliveryId }
  } finally {
    await rule.end()
  }
}
