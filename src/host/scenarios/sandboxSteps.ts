import type { DeliverySummary } from '../../shared/model.ts'
import type { RepeatedStep } from '../../shared/scenarios/scenarioFormat.ts'
import type { Fields } from '../../sandbox/state/state.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { SandboxObject } from '../../shared/wireTypes.ts'
import { type Exchange, noResult, resolved, type RunContext, type StepResult } from './runContext.ts'
import { answerMs, answerOfTarget } from './sendSteps.ts'

type CreateStep = Extract<RepeatedStep, { create: unknown }>
type AdvanceStep = Extract<RepeatedStep, { advance: unknown }>

/** From a change in the sandbox to its delivery, and to the end of its follow-up, ms. */
const deliveryMs = 10_000
const followUpMs = 6000

/** Creates an object, or moves one on, and waits for its delivery. Throws SandboxRefusal and ExpectedFailure. */
export async function performInSandbox(context: RunContext, step: CreateStep | AdvanceStep): Promise<StepResult> {
  const { stage, tools } = context
  const before = new Set(stage.watch.deliveries().map(({ id }) => id))
  const object = 'create' in step ? created(context, step) : advanced(context, step)
  context.noteSent()
  const isOfIt = ({ id, resourceId }: DeliverySummary) => !before.has(id) && resourceId === object.id
  const look = () => stage.watch.deliveries().find(isOfIt)
  const delivery = await stage.watch.until(look, deliveryMs + tools.sandbox.settings().delayMs, context.signal)
  if (delivery === undefined) {
    if (context.signal.aborted) return noResult
    throw new ExpectedFailure({ code: 'scenario-notification-missing', fields: { limitMs: deliveryMs } })
  }
  await stage.watch.until(
    () => (hasEnded(stage.watch.delivery(delivery.id)) ? true : undefined),
    followUpMs,
    context.signal,
  )
  const exchange =
    stage.rule === null ? await ownAnswer(context, delivery.id) : await answerOfTarget(context, delivery.id)
  return {
    ...noResult,
    exchanges: [exchange],
    object: { resourceType: object.resourceType, resourceId: object.id },
    ...(await refusedToken(context, delivery.id)),
  }
}

/** Remarks that the follow-up began with a token that had expired. */
async function refusedToken({ tools }: RunContext, deliveryId: string): Promise<Pick<StepResult, 'note'>> {
  const attempts = await tools.engine.store.attempts(deliveryId)
  const [first, ...others] = attempts.filter(({ kind }) => kind === 'follow-up')
  if (first?.status !== 401 || others.at(-1)?.status !== 200) return {}
  return { note: 'The object was fetched twice: the first token was refused with 401, and a new one was good.' }
}

function hasEnded(delivery: DeliverySummary | undefined): boolean {
  const state = delivery?.followUp.state
  return state !== 'waiting' && state !== 'running'
}

function created(context: RunContext, step: CreateStep): SandboxObject {
  const { create } = resolved(context, step)
  const [type = '', fields] = typeof create === 'string' ? [create] : (Object.entries(create)[0] ?? [])
  return context.tools.sandbox.createObject(type, fields ?? undefined)
}

function advanced(context: RunContext, step: AdvanceStep): SandboxObject {
  const { advance } = resolved(context, step)
  const { id, to, set = {} } = typeof advance === 'string' ? { id: advance } : advance
  const { sandbox } = context.tools
  const ofStep = context.results.get(id)?.object
  const objectId = ofStep?.resourceId ?? id
  const type = ofStep?.resourceType ?? sandbox.objects().find((object) => object.id === objectId)?.resourceType
  if (type === undefined) {
    const known = [...context.results].flatMap(([name, { object }]) => (object === null ? [] : [name]))
    throw new ExpectedFailure({ code: 'scenario-nothing-named', fields: { what: 'object', name: id, known } })
  }
  return sandbox.updateObject(type, objectId, { ...(set as Fields), ...(to === undefined ? {} : { status: to }) })
}

/** Returns our receiver's answer to a delivery of the sandbox; a rule can delay it beyond the end of the follow-up. */
async function ownAnswer({ stage, tools, signal }: RunContext, deliveryId: string): Promise<Exchange> {
  const look = async () => {
    const delivery = await tools.engine.store.get(deliveryId)
    const isPending = delivery?.answeredStatus === 0 && delivery.ending === null
    return isPending ? undefined : { delivery }
  }
  const delivery = (await stage.watch.until(look, answerMs, signal))?.delivery
  const status = delivery?.answeredStatus ?? 0
  const problem = status === 0 ? 'The receiver has not answered it.' : null
  const took = delivery?.answeredAt == null ? null : Math.max(0, delivery.answeredAt - delivery.request.receivedAt)
  return {
    deliveryId,
    status: status === 0 ? null : status,
    took,
    headers: [],
    body: delivery?.answer?.body ?? null,
    problem,
  }
}
