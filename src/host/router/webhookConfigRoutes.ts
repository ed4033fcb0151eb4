import { applicationView } from '../../engine/actions/webhookConfig/applicationView.ts'
import { applyWebhookConfig, repairWebhookConfig } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import { askWebhookConfig } from '../../engine/actions/webhookConfig/askWebhookConfig.ts'
import { previewWebhookConfig } from '../../engine/actions/webhookConfig/previewWebhookConfig.ts'
import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import { webhookConfigView } from '../../engine/environments/environmentView.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that is about the webhook-config. */
export function webhookConfigRoutes(
  os: Implementer,
  { tools }: RouterParts,
  existing: (id: string) => EnvironmentRecord,
) {
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
