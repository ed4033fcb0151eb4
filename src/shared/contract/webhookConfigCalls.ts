import { z } from 'zod'
import {
  applicationSchema,
  webhookConfigAskedSchema,
  webhookConfigInputSchema,
  webhookConfigPreviewSchema,
  webhookConfigResultSchema,
  webhookConfigSchema,
} from '../schemas/webhookConfigSchemas.ts'
import { base, id } from './base.ts'

/** The notifications of the service, and their address. */
export const webhookConfig = {
  get: base.route({ method: 'GET', path: '/environments/{id}/webhook-config' }).input(id).output(webhookConfigSchema),
  /** Goes to the service. An absent field keeps its desired value. */
  apply: base
    .route({ method: 'PATCH', path: '/environments/{id}/webhook-config' })
    .input(webhookConfigInputSchema.extend({ id: z.string() }))
    .output(webhookConfigResultSchema),
  /** The changes and requests that `apply` with the same input would make. Changes nothing. */
  preview: base
    .route({ method: 'POST', path: '/environments/{id}/webhook-config/preview' })
    .input(webhookConfigInputSchema.extend({ id: z.string() }))
    .output(webhookConfigPreviewSchema),
  /** Applies exactly what has drifted. */
  repair: base
    .route({ method: 'POST', path: '/environments/{id}/webhook-config/repair' })
    .input(id)
    .output(webhookConfigResultSchema),
  /** Asks the service what it holds. Not documented: it may well not answer this. */
  ask: base
    .route({ method: 'POST', path: '/environments/{id}/webhook-config/ask' })
    .input(id)
    .output(webhookConfigAskedSchema),
  /** The updates of the service, newest first, at most 50. */
  history: base
    .route({ method: 'GET', path: '/environments/{id}/webhook-config/history' })
    .input(id)
    .output(z.array(applicationSchema)),
}
