import { readDuration, scenarioLimits, type StepOf } from '../../shared/scenarios/scenarioFormat.ts'
import type { ScenarioFailure } from '../../shared/wireTypes.ts'
import { deliveryCount } from '../../shared/words/counts.ts'
import { failure, withProof } from './expectations.ts'
import { readEffects, settled } from './effects.ts'
import { matching } from './otherSteps.ts'
import { nothingHappened, resolved, type RunContext, type StepOutcome } from './runContext.ts'

/** Wait for what is missing, ms. */
const usualWaitMs = 5000

/** Checks counts over all deliveries of the run. */
export async function performCheck(context: RunContext, step: StepOf<'check'>): Promise<StepOutcome> {
  const { never, count = {}, forwarded, effects, within } = resolved(context, step).check
  const limitMs = within === undefined ? usualWaitMs : (readDuration(within) ?? usualWaitMs)
  const failures: ScenarioFailure[] = []
  const deliveryIds: string[] = []
  for (const [filter, wanted] of Object.entries(count)) {
    const found = await counted(
      context,
      async () => (await matching(context, filter, scenarioLimits.requests)).length,
      wanted,
      limitMs,
    )
    if (found !== wanted) failures.push(failure('deliveries', `${wanted} × ${filter}`, String(found), null))
  }
  if (forwarded !== undefined) {
    const found = await counted(context, async () => answered2xx(context), forwarded, limitMs)
    if (found !== forwarded)
      failures.push({
        ...failure('forwarded', String(forwarded), String(found), null),
        message: `Expected the target to answer ${deliveryCount(forwarded)} with 2xx, but it answered ${found}.`,
      })
  }
  if (never !== undefined) {
    const found = await matching(context, never, 20)
    deliveryIds.push(...found.map(({ id }) => id))
    const wrong = found.map(({ id }) => failure('deliveries', `none that matches ${never}`, `delivery ${id}`, id))
    failures.push(...(await withProof(context, wrong)))
  }
  const note = effects === undefined ? null : await checkEffects(context, effects, limitMs, failures)
  return {
    ...nothingHappened,
    state: failures.length === 0 ? 'held' : 'failed',
    failures: failures.slice(0, 20),
    deliveryIds,
    note,
  }
}

/** The note says why they were not counted. */
async function checkEffects(
  context: RunContext,
  wanted: number,
  limitMs: number,
  failures: ScenarioFailure[],
): Promise<string | null> {
  const { effectsBefore } = context
  if (effectsBefore === null)
    return 'Effects were not counted: --effects URL says where your app answers how many it had.'
  const rise = async () => ((await readEffects(context)) ?? effectsBefore) - effectsBefore
  const found = await settled(context, rise, { wanted, limitMs })
  if (found !== wanted) failures.push(failure('effects', String(wanted), String(found), null))
  return null
}

function answered2xx({ stage }: RunContext): number {
  const { watch } = stage
  return watch.deliveries().filter(({ id }) => {
    const status = watch.answered(id)?.status ?? 0
    return status >= 200 && status < 300
  }).length
}

/** A number of deliveries, once it is at least what is wanted, or the time is over. */
async function counted(
  { stage, signal }: RunContext,
  read: () => Promise<number>,
  wanted: number,
  limitMs: number,
): Promise<number> {
  let last = 0
  const look = async () => ((last = await read()) >= wanted ? true : undefined)
  await stage.watch.until(look, limitMs, signal)
  return last
}
