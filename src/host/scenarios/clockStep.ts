import type { StepOf } from '../../shared/scenarios/scenarioFormat.ts'
import { nothingHappened, resolved, type RunContext, type StepOutcome } from './runContext.ts'

/** Sets the sandbox's clock. */
export async function performClock(context: RunContext, step: StepOf<'clock'>): Promise<StepOutcome> {
  const { clock } = resolved(context, step)
  context.tools.sandbox.clock.set(clock)
  return Promise.resolve(nothingHappened)
}
