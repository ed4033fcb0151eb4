import { implement, ORPCError } from '@orpc/server'
import { createReadonlyUser, testCredentials } from '../engine/actions/access.ts'
import { type ApplyTools, applyWebhookConfig } from '../engine/actions/applyWebhookConfig.ts'
import { deliveryDetail } from '../engine/actions/deliveryDetail.ts'
import { ExpectedFailure, noDelivery, noEnvironment } from '../engine/actions/expectedFailure.ts'
import { storyOfObject } from '../engine/actions/storyOfObject.ts'
import { summaryOf } from '../engine/actions/summaryOf.ts'
import { attemptView } from '../engine/attemptView.ts'
import type { EnvironmentRecord } from '../engine/environments/environmentRecord.ts'
import { environmentView, webhookConfigView } from '../engine/environments/environmentView.ts'
import type { Engine } from '../engine/startEngine.ts'
import { type Sandbox, SandboxRefusal } from '../sandbox/types.ts'
import { contract } from '../shared/contract.ts'
import type { Status } from '../shared/wireTypes.ts'
import { feed } from './feed.ts'
import { runDemo } from './runDemo.ts'
import { sandboxView } from './sandboxView.ts'

export interface RouterParts {
  engine: Engine
  sandbox: Sandbox
  status: () => Promise<Status>
  /** Tools of the actions that talk to the service. */
  tools: ApplyTools
}

/** Answers the contract. Each handler is a few lines: what is decided, is decided in the engine's actions. */
export function buildRouter({ engine, sandbox, status, tools }: RouterParts) {
  const { environments, store } = engine
  const os = implement(contract).use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      throw asWireError(error)
    }
  })

  const existing = (id: string): EnvironmentRecord => {
    const record = environments.get(id)
    if (record === undefined) throw noEnvironment(id)
    return record
  }
  const view = (record: EnvironmentRecord) => environmentView(record, environments.active().id)

  return os.router({
    status: os.status.handler(status),

    deliveries: {
      list: os.deliveries.list.handler(async ({ input }) => store.list(input)),
      get: os.deliveries.get.handler(async ({ input }) => deliveryDetail(store, environments, input.id)),
      body: os.deliveries.body.handler(async ({ input }) => {
        const bytes = await store.body(input.id, input.start, input.end)
        if (bytes === null) throw noDelivery(input.id)
        return new File([Uint8Array.from(bytes)], `delivery-${input.id}.bin`, { type: 'application/octet-stream' })
      }),
      attempts: os.deliveries.attempts.handler(async ({ input }) => {
        if ((await summaryOf(store, input.id)) === null) throw noDelivery(input.id)
        return (await store.attempts(input.id)).map(attemptView)
      }),
      followUp: os.deliveries.followUp.handler(async ({ input }) => {
        const summary = await summaryOf(store, input.id)
        if (summary === null) throw noDelivery(input.id)
        const { followUp, attempt } = await engine.followUps.runNow(summary)
        return { followUp, attempt: attempt === null ? null : attemptView(attempt) }
      }),
    },

    objects: {
      get: os.objects.get.handler(async ({ input: { environment, resourceType, resourceId } }) =>
        storyOfObject(store, { environmentId: environment ?? environments.active().id, resourceType, resourceId }),
      ),
    },

    environments: {
      list: os.environments.list.handler(() => environments.all().map(view)),
      create: os.environments.create.handler(async ({ input }) => view(await environments.create(input))),
      update: os.environments.update.handler(async ({ input: { id, ...input } }) => {
        existing(id)
        engine.client.forgetTokens(id)
        return view(await environments.update(id, input))
      }),
      remove: os.environments.remove.handler(async ({ input: { id } }) => {
        if (existing(id).kind === 'sandbox') {
          throw new ExpectedFailure('CONFLICT', 'The sandbox is built in and cannot be deleted.')
        }
        await environments.remove(id)
        return { removed: id }
      }),
      activate: os.environments.activate.handler(async ({ input: { id } }) => {
        existing(id)
        await environments.activate(id)
        return view(existing(id))
      }),
      token: os.environments.token.handler(async ({ input }) => testCredentials(tools, input.id, input.as)),
      reveal: os.environments.reveal.handler(({ input }) => {
        existing(input.id)
        const text = environments.reveal(input.id, input.secret)
        if (text === null) throw new ExpectedFailure('NOT_FOUND', 'This secret is not set.')
        return { text }
      }),
      createReadonlyUser: os.environments.createReadonlyUser.handler(async ({ input }) =>
        createReadonlyUser(tools, input.id, input.email),
      ),
    },

    webhookConfig: {
      get: os.webhookConfig.get.handler(({ input }) => webhookConfigView(existing(input.id), engine.receiver.origin)),
      apply: os.webhookConfig.apply.handler(async ({ input: { id, ...input } }) => {
        const { record, answer } = await applyWebhookConfig(tools, id, input)
        return { webhookConfig: webhookConfigView(record, engine.receiver.origin), answer }
      }),
    },

    sandbox: {
      get: os.sandbox.get.handler(() => sandboxView(sandbox)),
      createObject: os.sandbox.createObject.handler(({ input }) => sandbox.createObject(input.type)),
      updateObject: os.sandbox.updateObject.handler(({ input }) => sandbox.updateObject(input.type, input.id)),
      sendSpecial: os.sandbox.sendSpecial.handler(({ input }) => {
        sandbox.sendSpecial(input.kind)
        return { sent: input.kind }
      }),
      demo: os.sandbox.demo.handler(async () => ({ deliveryId: await runDemo(engine, sandbox, tools) })),
    },

    feed: os.feed.handler(({ lastEventId, signal }) => feed(engine, status, lastEventId, signal)),
  })
}

/** Expected failures become declared errors of the contract; anything else is our bug and goes on as it is. */
function asWireError(error: unknown): unknown {
  if (error instanceof SandboxRefusal) {
    const code =
      error.code === 'unknown-object' ? 'NOT_FOUND' : error.code === 'unknown-type' ? 'BAD_REQUEST' : 'CONFLICT'
    return new ORPCError(code, { message: error.message, status: statusOf[code] })
  }
  if (!(error instanceof ExpectedFailure)) return error
  const data = error.answer === null ? undefined : { answer: error.answer }
  return new ORPCError(error.code, { message: error.message, status: statusOf[error.code], data })
}

const statusOf = { NOT_FOUND: 404, BAD_REQUEST: 400, CONFLICT: 409, SERVICE_REFUSED: 502, UNAVAILABLE: 503 } as const
