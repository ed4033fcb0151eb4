import { createReadonlyUser, testCredentials } from '../engine/actions/access.ts'
import { applyWebhookConfig } from '../engine/actions/applyWebhookConfig.ts'
import { ExpectedFailure, noEnvironment } from '../engine/actions/expectedFailure.ts'
import type { EnvironmentRecord } from '../engine/environments/environmentRecord.ts'
import { environmentView, webhookConfigView } from '../engine/environments/environmentView.ts'
import { type Implementer, type RouterParts } from './routerParts.ts'

/** The part of the router that is about environments: their settings, credentials and webhook-config. */
export function environmentRoutes(os: Implementer, { engine, tools }: RouterParts) {
  const { environments } = engine
  const existing = (id: string): EnvironmentRecord => {
    const record = environments.get(id)
    if (record === undefined) throw noEnvironment(id)
    return record
  }
  const view = (record: EnvironmentRecord) => environmentView(record, environments.active().id)

  return {
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
  }
}
