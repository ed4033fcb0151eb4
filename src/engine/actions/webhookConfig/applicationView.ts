import type { Application as ApplicationView } from '../../../shared/wireTypes.ts'
import type { Application } from '../../environments/application.ts'
import { webhookConfigFields } from '../../../shared/codes/webhookConfig.ts'

/** One application of a webhook-config as the outside sees it. Pure. */
export function applicationView({ at, by, sent, asked, status, problem, why }: Application): ApplicationView {
  const values = { ...sent, sharedSecret: sent.secretFingerprint }
  return {
    at: new Date(at).toISOString(),
    by,
    sent: webhookConfigFields.flatMap((field) => {
      const value = values[field]
      return value === undefined ? [] : [{ field, value }]
    }),
    asked,
    status,
    problem,
    why,
  }
}
