import type { WebhookConfigInput, WebhookConfigPreview } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useLoad } from '../state/useLoad.ts'
import { useSettled } from '../ui/useSettled.ts'
import type { Problem } from '../wire/problem.ts'

/** While a person types, the engine is asked at most this often, ms. */
const calmMs = 250

interface Previewed {
  preview: WebhookConfigPreview | undefined
  /** The form has changed since; the answer to that is on its way. */
  stale: boolean
  problem: Problem | null
}

/** What the engine says that applying this input would change and send, kept up while the form changes. */
export function usePreview(environmentId: string, input: WebhookConfigInput, configVersion: string): Previewed {
  const client = useClient()
  const wanted = JSON.stringify(input)
  const settled = useSettled(wanted, calmMs)
  const { data, loading, problem } = useLoad(
    `preview:${environmentId}`,
    async (signal) =>
      client.webhookConfig.preview({ id: environmentId, ...(JSON.parse(settled) as WebhookConfigInput) }, { signal }),
    `${settled}\n${configVersion}`,
  )
  return { preview: data, stale: loading || settled !== wanted, problem }
}
