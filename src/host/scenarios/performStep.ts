import type { PlannedStep } from '../../shared/scenarios/planScenario.ts'
import { repeatedSteps, type RepeatedStep, type StepOf } from '../../shared/scenarios/scenarioFormat.ts'
import { captionOf } from '../../shared/scenarios/stepTitle.ts'
import { performCheck } from './checkStep.ts'
import { canBeSignature, failuresOf, withProof } from './expectations.ts'
import { performClock, performCommand, performRespond, performRotate, performWait } from './otherSteps.ts'
import {
  nothingHappened,
  noResult,
  resolved,
  resolvedText,
  type RunContext,
  sentOutcome,
  type StepOutcome,
  type StepResult,
} from './runContext.ts'
import { performInSandbox } from './sandboxSteps.ts'
import { performSend } from './sendSteps.ts'

/** Does one step. Throws ExpectedFailure and SandboxRefusal where it cannot be done. */
export async function performStep(context: RunContext, { step, id }: PlannedStep): Promise<StepOutcome> {
  const keep = (result: StepResult) => {
    if (id !== null) context.results.set(id, result)
    return result
  }
  const sent = (result: StepResult) => {
    context.last = keep(result)
    return sentOutcome(result)
  }
  if ('say' in step) return { ...nothingHappened, ...captionOf(resolvedText(context, step.say)) }
  if ('send' in step || 'resend' in step) return sent(await performSend(context, step))
  if ('create' in step || 'advance' in step) return sent(await performInSandbox(context, step))
  if ('repeat' in step) return sent(await performRepeat(context, step))
  if ('expect' in step) return performExpect(context, step)
  if ('wait' in step || 'run' in step) {
    const { outcome, result } = 'wait' in step ? await performWait(context, step) : await performCommand(context, step)
    keep(result)
    return outcome
  }
  if ('respond' in step) return performRespond(context, step)
  if ('clock' in step) return performClock(context, step)
  if ('rotate' in step) return performRotate(context, step)
  return performCheck(context, step)
}

async function performRepeat(context: RunContext, { repeat }: StepOf<'repeat'>): Promise<StepResult> {
  const steps = repeatedSteps(repeat)
  const total = repeat.times * steps.length
  const results: StepResult[] = []
  let begun = 0
  const work = async () => {
    while (begun < total && !context.signal.aborted) {
      const place = begun++
      const step = steps[place % steps.length]
      if (step === undefined) return
      results[place] = await performRepeated(context, step)
      context.progress(results.filter(Boolean).length, total)
    }
  }
  context.progress(0, total)
  await Promise.all(Array.from({ length: Math.min(repeat.parallel ?? 1, total) }, async () => work()))
  const done = results.filter(Boolean)
  return { ...noResult, ...done.at(-1), exchanges: done.flatMap(({ exchanges }) => exchanges) }
}

async function performRepeated(context: RunContext, step: RepeatedStep): Promise<StepResult> {
  if ('send' in step || 'resend' in step) return performSend(context, step)
  if ('wait' in step) return (await performWait(context, step)).result
  return performInSandbox(context, step)
}

/** Maximum failures that a step shows. */
const maxFailures = 20

async function performExpect(context: RunContext, step: StepOf<'expect'>): Promise<StepOutcome> {
  const { expect } = resolved(context, step)
  const result = expect.of === undefined ? context.last : (context.results.get(expect.of) ?? null)
  const exchanges = result?.exchanges ?? []
  if (exchanges.length === 0) {
    const message = 'No step before it has sent anything in this run.'
    return {
      ...nothingHappened,
      state: 'failed',
      failures: [{ message, what: 'answer', expected: 'an answer', came: 'none', deliveryId: null, proof: [] }],
    }
  }
  const { watch } = context.stage
  const found = exchanges.flatMap((exchange) => {
    const verdict = exchange.deliveryId === null ? null : (watch.delivery(exchange.deliveryId)?.verdict ?? null)
    return failuresOf(expect, exchange, verdict)
  })
  const wanted = expect.verdict?.split('|') ?? []
  const failures = await withProof(context, found.slice(0, maxFailures), (failure) => {
    const verdict = failure.deliveryId === null ? undefined : watch.delivery(failure.deliveryId)?.verdict
    return canBeSignature(failure, verdict !== undefined && wanted.includes(verdict))
  })
  const shown =
    found.length === 0
      ? sentOutcome(result ?? noResult).deliveryIds
      : failures.flatMap(({ deliveryId }) => deliveryId ?? [])
  const note = found.length > maxFailures ? `${found.length - maxFailures} more did not hold.` : null
  return {
    ...nothingHappened,
    state: found.length === 0 ? 'held' : 'failed',
    failures,
    note,
    deliveryIds: [...new Set(shown)],
  }
}
