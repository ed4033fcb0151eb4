import { ExpectedFailure, noEnvironment } from '../engine/failures/expectedFailure.ts'
import { ForwardProblem } from '../engine/forwarding/forwardTarget.ts'
import type { Engine } from '../engine/startEngine.ts'
import type { Implementer } from './routerParts.ts'

/** The part of the router that is about forwarding to local apps. */
export function forwardRoutes(os: Implementer, { environments, forwardRules }: Engine) {
  /** What cannot be forwarded is a failure of normal life. */
  async function of<Result>(environmentId: string, work: () => Promise<Result>): Promise<Result> {
    if (environments.get(environmentId) === undefined) throw noEnvironment(environmentId)
    try {
      return await work()
    } catch (error) {
      throw error instanceof ForwardProblem ? new ExpectedFailure(error.why) : error
    }
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
    cancelCatchUp: os.forwarding.cancelCatchUp.handler(async ({ input: { id, ruleId } }) =>
      of(id, async () => forwardRules.cancelCatchUp(id, ruleId)),
    ),
  }
}
