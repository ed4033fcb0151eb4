/** Schemas of the webhook-config, as wanted and as applied. */
import { z } from 'zod'
import { time } from './deliverySchemas.ts'
import { httpUrl, secretSchema } from './environmentSchemas.ts'

const webhookConfigFields = {
  url: z.string(),
  enabled: z.boolean(),
  webhookTypes: z.array(z.string()),
}

export const webhookConfigSchema = z.object({
  desired: z.object({ ...webhookConfigFields, sharedSecret: secretSchema }),
  /** What this app applied last, and when. Never a claim about what the service holds now. */
  applied: z
    .object({ ...webhookConfigFields, sharedSecret: secretSchema, at: time, status: z.number().int() })
    .nullable(),
  /** Sentences that say how `applied` differs from what is needed now, such as a moved receiver. */
  drift: z.array(z.string()),
})

export const webhookConfigInputSchema = z
  .object({
    url: httpUrl,
    enabled: z.boolean(),
    sharedSecret: z.string().min(1, 'The shared secret cannot be empty.').max(4096),
    webhookTypes: z.array(z.string().min(1)).max(100),
  })
  .partial()
