import { applyWebhookConfig } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { withRotation } from '../../engine/environments/rotation.ts'
import type { DemoScriptStepId } from '../../shared/wireTypes.ts'
import { awaitDeliveries } from './awaitDeliveries.ts'
import { type DemoStage, demoSecrets, prepareDemo } from './demoStage.ts'

/** The result of a step: its deliveries in order of arrival, and the payment where it created it. */
export interface DemoMade {
  deliveryIds: string[]
  paymentId?: string
}

type DemoStep = (stage: DemoStage) => Promise<DemoMade>

const nothing: DemoMade = { deliveryIds: [] }

/** The script. Each step happens once; the page narrates it. Failures are ExpectedFailure or SandboxRefusal. */
export const demoSteps: Record<DemoScriptStepId, DemoStep> = {
  intro: async (stage) => {
    await prepareDemo(stage)
    return nothing
  },
  create: async (stage) => {
    let paymentId = ''
    const deliveryIds = await awaitDeliveries(stage.engine, 1, () => {
      paymentId = stage.sandbox.createObject('payment').id
      return paymentId
    })
    return { deliveryIds, paymentId }
  },
  processing: moveTo('processing'),
  settled: moveTo('settled'),
  tampered: special('tampered', 1),
  retry: special('lost-answer', 2),
  rotation: async (stage) => {
    const { tools } = stage
    paymentOf(stage)
    const wish = { text: demoSecrets.next, quietMinutes: 60 }
    await tools.environments.change('sandbox', (record) => withRotation(record, wish, tools.seal, tools.now()))
    await applyWebhookConfig(tools, 'sandbox', { sharedSecret: demoSecrets.next })
    // As if a part of the service did not know the new secret yet.
    return special('old-secret', 1)(stage)
  },
  summary: async () => Promise.resolve(nothing),
}

function moveTo(state: string): DemoStep {
  return async (stage) => {
    const payment = paymentOf(stage)
    const move = () => stage.sandbox.updateObject('payment', payment, { status: state }).id
    return { deliveryIds: await awaitDeliveries(stage.engine, 1, move) }
  }
}

function special(kind: 'tampered' | 'lost-answer' | 'old-secret', count: number): DemoStep {
  return async (stage) => {
    const payment = paymentOf(stage)
    const send = () => {
      stage.sandbox.sendSpecial(kind)
      return payment
    }
    return { deliveryIds: await awaitDeliveries(stage.engine, count, send) }
  }
}

function paymentOf({ paymentId }: DemoStage): string {
  if (paymentId === null) {
    throw new ExpectedFailure({ code: 'demo-payment-missing', fields: {} })
  }
  return paymentId
}
