import { createReadonlyUser, testCredentials } from '../engine/actions/access.ts'
import { applyWebhookConfig } from '../engine/actions/applyWebhookConfig.ts'
import { ExpectedFailure, noEnvironment } from '../engine/actions/expectedFailure.ts'
import { type EnvironmentRecord, withNewReceiverKey } from '../engine/environments/environmentRecord.ts'
import { webhookConfigView } from '../engine/environments/environmentView.ts'
import { withRetired, withRotation } from '../engine/environments/rotation.ts'
import { checkScheme } from '../engine/actions/checkScheme.ts'
import { type Implementer, type RouterParts } from './routerParts.ts'

/** The part of the router that is about environments: their settings, credentials and webhook-config. */
export function environmentRoutes(os: Implementer, { engine, tools }: RouterParts) {
  const { environments } = engine
  const existing = (id: string): EnvironmentRecord => {
    const record = environments.get(id)
    if (record === undefined) throw noEnvironment(id)
    return record
  }
  const view = (record: EnvironmentRecord) => environments.view(record)

  return {
    environments: {
      list: os.environments.list.handler(() => environments.all().map(view)),
      create: os.environments.create.handler(async ({ input }) => {
        checkScheme(null, input)
        return view(await environments.create(input))
      }),
      update: os.environments.update.handler(async ({ input: { id, ...input } }) => {
        checkScheme(existing(id), input)
        engine.client.forgetTokens(id)
        const record = await environments.update(id, input)
        // What was skipped for want of a path is made up for in the background; each outcome is told as an event.
        if (input.resourcePaths !== undefined || input.baseUrl !== undefined) {
          void engine.followUps.runMissed(id).catch(() => undefined)
        }
        return view(record)
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
      renewReceiverPath: os.environments.renewReceiverPath.handler(async ({ input: { id } }) => {
        existing(id)
        return view(await environments.change(id, withNewReceiverKey))
      }),
      reveal: os.environments.reveal.handler(({ input }) => {
        existing(input.id)
        const text = environments.reveal(input.id, input.secret)
        if (text === null) throw new ExpectedFailure('NOT_FOUND', 'This secret is not set.')
        return { text }
      }),
      rotateSecret: os.environments.rotateSecret.handler(async ({ input: { id, sharedSecret, quietMinutes } }) => {
        existing(id)
        const wish = { text: sharedSecret ?? null, quietMinutes }
        return view(await environments.change(id, (record) => withRotation(record, wish, tools.seal, tools.now())))
      }),
      endRotation: os.environments.endRotation.handler(async ({ input: { id } }) => {
        existing(id)
        return view(await environments.change(id, (record) => ({ ...record, rotation: null })))
      }),
      retireSecret: os.environments.retireSecret.handler(async ({ input: { id, secretId, retired } }) => {
        const secret = existing(id).sharedSecrets.find((entry) => entry.id === secretId)
        if (secret === undefined) {
          throw new ExpectedFailure('NOT_FOUND', 'This environment has no shared secret with this id.')
        }
        if (retired && existing(id).sharedSecrets[0]?.id === secretId) {
          throw new ExpectedFailure('CONFLICT', 'This is the current secret. Set another one first, then retire it.')
        }
        const retiredAt = retired ? tools.now() : null
        return view(await environments.change(id, (record) => withRetired(record, secretId, retiredAt)))
      }),
      createReadonlyUser: os.environments.createReadonlyUser.handler(async ({ input }) =>
        createReadonlyUser(tools, input.id, input.email),
      ),
    },

    webhookConfig: {
      get: os.webhookConfig.get.handler(({ input }) =>
        webhookConfigView(existing(input.id), tools.originFor(existing(input.id))),
      ),
      apply: os.webhookConfig.apply.handler(async ({ input: { id, ...input } }) => {
        const { record, answer } = await applyWebhookConfig(tools, id, input)
        return { webhookConfig: webhookConfigView(record, tools.originFor(record)), answer }
      }),
    },
  }
}
