import { createReadonlyUser, testCredentials } from '../../engine/actions/access.ts'
import { exportEnvironments, importEnvironments } from '../../engine/actions/environmentsFile.ts'
import { ExpectedFailure, nameTaken, noEnvironment } from '../../engine/failures/expectedFailure.ts'
import { duplicateRecord } from '../../engine/environments/duplicateRecord.ts'
import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import { isTaken, nameOfCopy } from '../../engine/environments/names.ts'
import { checkScheme } from '../../engine/actions/checkScheme.ts'
import type { Implementer, RouterParts } from './routerParts.ts'
import { secretRoutes } from './secretRoutes.ts'
import { importSentence } from '../../shared/words/imports.ts'
import { withOfferDecided } from '../../engine/environments/handshakeRecord.ts'
import { handshakes } from '../../shared/signature/handshakes.ts'
import { applicationView } from '../../engine/actions/webhookConfig/applicationView.ts'
import { applyWebhookConfig, repairWebhookConfig } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import { askWebhookConfig } from '../../engine/actions/webhookConfig/askWebhookConfig.ts'
import { previewWebhookConfig } from '../../engine/actions/webhookConfig/previewWebhookConfig.ts'
import { webhookConfigView } from '../../engine/environments/environmentView.ts'

/** Routes for environments: settings, credentials and webhook-config. */
export function environmentRoutes(os: Implementer, parts: RouterParts) {
  const { engine, tools } = parts
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
        // Runs follow-ups that were skipped because no path was set, in the background; each outcome is an event.
        if (input.resourcePaths !== undefined || input.baseUrl !== undefined) {
          void engine.followUps.runMissed(id).catch(() => undefined)
        }
        return view(record)
      }),
      remove: os.environments.remove.handler(async ({ input: { id, deliveries } }) => {
        if (existing(id).kind === 'sandbox') {
          throw new ExpectedFailure({ code: 'sandbox-stays', fields: {} })
        }
        await environments.remove(id)
        await engine.responses.forget(id)
        engine.client.forgetTokens(id)
        if (deliveries === 'false') return { removed: id, deliveries: 0 }
        // Announced twice: open pages drop its rows now, and later the rows that were indexed during the removal.
        const announce = () => engine.events.publish([{ type: 'removed', environmentId: id }])
        announce()
        // Last: no new delivery can arrive for a removed environment.
        const removed = await engine.store.removeDeliveries(id)
        announce()
        return { removed: id, deliveries: removed }
      }),
      duplicate: os.environments.duplicate.handler(async ({ input: { id, name, secrets } }) => {
        const original = existing(id)
        const [copy] = await environments.add((taken) => {
          if (name !== undefined && isTaken(name, taken)) throw nameTaken(name)
          return [duplicateRecord(original, name ?? nameOfCopy(original.name, taken), secrets)]
        })
        return view(copy ?? original)
      }),
      export: os.environments.export.handler(({ input }) => exportEnvironments(tools, input.ids)),
      import: os.environments.import.handler(async ({ input }) => {
        const { records, remarks } = await importEnvironments(tools, input)
        return { environments: records.map(view), notes: remarks.map(importSentence), remarks }
      }),
      activate: os.environments.activate.handler(async ({ input: { id } }) => {
        existing(id)
        await environments.activate(id)
        return view(existing(id))
      }),
      runFailedFollowUps: os.environments.runFailedFollowUps.handler(async ({ input: { id, resourceType } }) => {
        existing(id)
        return { waiting: await engine.followUps.runFailed(id, resourceType) }
      }),
      runSkippedFollowUps: os.environments.runSkippedFollowUps.handler(async ({ input: { id } }) => {
        existing(id)
        return { waiting: await engine.followUps.runSkipped(id) }
      }),
      cancelFollowUps: os.environments.cancelFollowUps.handler(async ({ input: { id } }) => {
        existing(id)
        return { cancelled: await engine.followUps.cancelAll(id) }
      }),
      token: os.environments.token.handler(async ({ input }) => testCredentials(tools, input.id, input.as, input.with)),
      ...handshakeRoutes(os, parts, existing),
      ...responseRoutes(os, parts, existing),
      ...secretRoutes(os, parts, existing),
      createReadonlyUser: os.environments.createReadonlyUser.handler(async ({ input }) =>
        createReadonlyUser(tools, input.id, input),
      ),
    },

    webhookConfig: webhookConfigRoutes(os, parts, existing),
  }
}

/** The part of the router that is about handshakes: which are answered, and the secrets that they brought. */
function handshakeRoutes(os: Implementer, { engine, tools }: RouterParts, existing: (id: string) => EnvironmentRecord) {
  const { environments } = engine
  const available = handshakes.map(({ name, label, senders, evidence, source }) => {
    return { name, label, senders: [...senders], evidence, source }
  })
  const view = (record: EnvironmentRecord) => ({ ...environments.view(record).handshakes, available })

  return {
    handshakes: os.environments.handshakes.handler(({ input: { id } }) => view(existing(id))),
    setHandshakes: os.environments.setHandshakes.handler(async ({ input: { id, on, verifyToken } }) => {
      existing(id)
      return view(await environments.update(id, { handshakes: [...new Set(on)], verifyToken }))
    }),
    decideOffered: os.environments.decideOffered.handler(async ({ input: { id, secretId, accept } }) => {
      existing(id)
      const record = await environments.change(id, (before) => {
        const after = withOfferDecided(before, secretId, accept, tools.seal, tools.now())
        if (after === null) throw new ExpectedFailure({ code: 'no-such-offer', fields: {} })
        return after
      })
      return view(record)
    }),
  }
}

/** The part of the router that is about response rules. */
function responseRoutes(
  os: Implementer,
  { engine: { responses } }: RouterParts,
  existing: (id: string) => EnvironmentRecord,
) {
  return {
    responseRules: os.environments.responseRules.handler(({ input: { id } }) => {
      existing(id)
      return responses.view(id)
    }),
    setResponseRules: os.environments.setResponseRules.handler(async ({ input: { id, ...input } }) => {
      existing(id)
      return responses.put(id, input)
    }),
  }
}

/** The part of the router that is about the webhook-config. */
function webhookConfigRoutes(os: Implementer, { tools }: RouterParts, existing: (id: string) => EnvironmentRecord) {
  const { lastUse } = tools.environments
  const view = (record: EnvironmentRecord) => webhookConfigView(record, lastUse, tools.originFor(record))
  const routes = os.webhookConfig

  return {
    get: routes.get.handler(({ input }) => view(existing(input.id))),
    apply: routes.apply.handler(async ({ input: { id, ...input } }) => {
      const { record, answer, sent } = await applyWebhookConfig(tools, id, input)
      return { webhookConfig: view(record), answer, sent }
    }),
    preview: routes.preview.handler(({ input: { id, ...input } }) => previewWebhookConfig(tools, id, input)),
    repair: routes.repair.handler(async ({ input }) => {
      const { record, answer, sent } = await repairWebhookConfig(tools, input.id)
      return { webhookConfig: view(record), answer, sent }
    }),
    ask: routes.ask.handler(async ({ input }) => askWebhookConfig(tools, input.id)),
    history: routes.history.handler(({ input }) => existing(input.id).webhookConfig.history.map(applicationView)),
  }
}
