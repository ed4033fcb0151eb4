import { createReadonlyUser, testCredentials } from '../../engine/actions/access.ts'
import { exportEnvironments, importEnvironments } from '../../engine/actions/environmentsFile.ts'
import { ExpectedFailure, nameTaken, noEnvironment } from '../../engine/failures/expectedFailure.ts'
import { duplicateRecord } from '../../engine/environments/duplicateRecord.ts'
import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import { isTaken, nameOfCopy } from '../../engine/environments/names.ts'
import { checkScheme } from '../../engine/actions/checkScheme.ts'
import { handshakeRoutes } from './handshakeRoutes.ts'
import { responseRoutes } from './responseRoutes.ts'
import type { Implementer, RouterParts } from './routerParts.ts'
import { secretRoutes } from './secretRoutes.ts'
import { webhookConfigRoutes } from './webhookConfigRoutes.ts'
import { importSentence } from '../../shared/words/imports.ts'

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
