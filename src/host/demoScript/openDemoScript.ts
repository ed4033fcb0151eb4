import { createKeyedQueues } from '../../shared/basics/queues.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { StoreUnavailable } from '../../engine/store/records/failures.ts'
import { SandboxRefusal } from '../../sandbox/state/sandboxRefusal.ts'
import { demoScriptStepIds } from '../../shared/schemas/sandboxSchemas.ts'
import type { DemoScript as DemoScriptView, DemoScriptStepId } from '../../shared/wireTypes.ts'
import { clearStage, type DemoStage, othersOf } from './demoStage.ts'
import { demoSteps } from './demoSteps.ts'

type StepView = DemoScriptView['steps'][number]

/** The scripted demo and its progress, for every window that shows it. Lives as long as the process. */
export interface DemoScript {
  view(): Promise<DemoScriptView>
  /** Shows a step. Steps up to it that did not happen yet happen now, once; what failed is tried again only when asked to. */
  go(step: DemoScriptStepId, again: boolean): Promise<DemoScriptView>
  /** Clears the sandbox and begins again. Rejects with ExpectedFailure when there are deliveries of others and they are to stay. */
  reset(removeOthers: boolean): Promise<DemoScriptView>
}

export function openDemoScript(stage: Omit<DemoStage, 'paymentId'>): DemoScript {
  const { engine } = stage
  const turns = createKeyedQueues()
  let at: DemoScriptStepId = 'intro'
  let paymentId: string | null = null
  let steps: Record<DemoScriptStepId, StepView> = noSteps()

  const announce = () => engine.events.publish([{ type: 'sandbox', at: new Date().toISOString() }])
  const set = (id: DemoScriptStepId, change: Partial<StepView>) => {
    steps = { ...steps, [id]: { ...steps[id], ...change } }
    announce()
  }
  const all = () => demoScriptStepIds.map((id) => steps[id])
  const others = async () => othersOf(engine.store, new Set(all().flatMap(({ deliveryIds }) => deliveryIds)))
  const view = async (): Promise<DemoScriptView> => {
    const object = paymentId === null ? null : { resourceType: 'Payment', resourceId: paymentId }
    return { at, steps: all(), object, others: await others() }
  }

  async function run(id: DemoScriptStepId): Promise<void> {
    set(id, { state: 'running', problem: null })
    const begun = performance.now()
    try {
      const made = await demoSteps[id]({ ...stage, paymentId })
      paymentId = made.paymentId ?? paymentId
      const tookMs = Math.round(performance.now() - begun)
      set(id, { state: 'done', deliveryIds: made.deliveryIds, tookMs })
    } catch (error) {
      set(id, { state: 'failed', problem: sentenceOf(error) })
    }
  }

  return {
    view,
    go: async (step, again) => {
      at = step
      announce()
      await turns('script', async () => {
        for (const id of demoScriptStepIds.slice(0, demoScriptStepIds.indexOf(step) + 1)) {
          const { state } = steps[id]
          if (state === 'open' || (state === 'failed' && again && id === step)) await run(id)
        }
      })
      return view()
    },
    reset: async (removeOthers) =>
      turns('script', async () => {
        const count = await others()
        if (count > 0 && !removeOthers) {
          throw new ExpectedFailure({ code: 'others-in-sandbox', fields: {} })
        }
        await clearStage({ ...stage, paymentId })
        at = 'intro'
        paymentId = null
        steps = noSteps()
        announce()
        return view()
      }),
  }
}

function noSteps(): Record<DemoScriptStepId, StepView> {
  const open = (id: DemoScriptStepId): StepView => ({ id, state: 'open', problem: null, deliveryIds: [], tookMs: null })
  return Object.fromEntries(demoScriptStepIds.map((id) => [id, open(id)])) as Record<DemoScriptStepId, StepView>
}

/** Why a step failed, as a sentence. The presenter goes on whatever it was. */
function sentenceOf(error: unknown): string {
  const expected =
    error instanceof ExpectedFailure || error instanceof SandboxRefusal || error instanceof StoreUnavailable
  if (expected) return error.message
  return `This step failed by a mistake of Hookscope (${error instanceof Error ? error.message : String(error)}). Try it again, or go on without it.`
}
