/** Schemas of the webhook-config, as wanted and as applied. */
import { z } from 'zod'
import { callProblemSchema, previewProblemSchema } from '../codes/problems.ts'
import { askedReasonSchema, driftSchema, webhookConfigFields } from '../codes/webhookConfig.ts'
import { time } from './deliverySchemas.ts'
import { httpUrl, secretSchema } from './environmentSchemas.ts'
import { serviceAnswerSchema } from './serviceSchemas.ts'

const configFields = {
  url: z.string(),
  enabled: z.boolean(),
  webhookTypes: z.array(z.string()),
}

export const webhookConfigSchema = z.object({
  desired: z.object({ ...configFields, sharedSecret: secretSchema }),
  /** The config this app applied last, and when. The service may have a different one now. */
  applied: z.object({ ...configFields, sharedSecret: secretSchema, at: time, status: z.number().int() }).nullable(),
  /** Fields that differ from the known state of the service, or whose state is unknown. A repair sends these. */
  changed: z.array(z.enum(webhookConfigFields)),
  /**
   * Differences between the service and the wanted config, as sentences. They come from the last application, from an
   * answer of the service, or from a delivery since.
   */
  drift: z.array(z.string()),
  /** The same in machine-readable form, in the same order. */
  remarks: z.array(driftSchema),
})

export const webhookConfigInputSchema = z
  .object({
    url: httpUrl,
    enabled: z.boolean(),
    sharedSecret: z.string().min(1, 'The shared secret cannot be empty.').max(4096),
    webhookTypes: z.array(z.string().min(1).max(200)).max(100),
    /**
     * `changed`: of what is given (or, nothing given, of everything) only what differs from what was applied last.
     * `all`: all four fields. Left out: what is given, or all four when nothing is. A secret that the service does not
     * have yet always goes along when `enabled` is given.
     */
    send: z.enum(['changed', 'all']),
  })
  .partial()

const fieldSchema = z.enum(webhookConfigFields)

/** A field's value; for the secret its fingerprint. Null when unknown or not set. */
const fieldValueSchema = z.union([z.string(), z.boolean(), z.array(z.string())]).nullable()

/** Preview of the changes that applying the config would make. */
export const webhookConfigPreviewSchema = z.object({
  /** All four fields. `before` is the known state of the service; null when unknown. */
  fields: z.array(
    z.object({
      field: fieldSchema,
      before: fieldValueSchema,
      after: fieldValueSchema,
      changes: z.boolean(),
      sent: z.boolean(),
    }),
  ),
  /** The body of the PATCH as JSON text, with the secret as "fingerprint ...". Null when nothing would be sent. */
  body: z.string().nullable(),
  /** Why it cannot be applied like this, or null: as a sentence, and machine-readable in `why`. */
  problem: z.string().nullable(),
  why: previewProblemSchema.nullable(),
})

export const webhookConfigResultSchema = z.object({
  webhookConfig: webhookConfigSchema,
  /** `status` is null when nothing had to be sent. */
  answer: serviceAnswerSchema,
  sent: z.array(fieldSchema),
})

/** One update of the service, or an attempt at one. */
export const applicationSchema = z.object({
  at: time,
  by: z.enum(['person', 'tunnel', 'quit', 'repair']),
  /** Fields that were sent; for the secret its fingerprint. */
  sent: z.array(z.object({ field: fieldSchema, value: fieldValueSchema })),
  /** Whether the service was called at all; false when the identity provider gave no token. */
  asked: z.boolean(),
  /** Status of the service's answer; null when there was none. */
  status: z.number().int().nullable(),
  problem: z.string().nullable(),
  /** The same in machine-readable form; null when it succeeded. */
  why: callProblemSchema.nullable(),
})

/** The service's answer to a request for its webhook-config, which its document does not promise to support. */
export const webhookConfigAskedSchema = z.object({
  at: time,
  /** Whether it answered with readable fields. */
  answered: z.boolean(),
  /** The result, as a sentence for the user. */
  summary: z.string(),
  why: askedReasonSchema,
  fields: z.array(
    z.object({
      field: fieldSchema,
      /** Whether the answer has this field. */
      told: z.boolean(),
      /** Value at the service. For the secret its fingerprint if it is stored here, else null. */
      held: fieldValueSchema,
      applied: fieldValueSchema,
      /** Null: unknown, because one of the two is not known. */
      same: z.boolean().nullable(),
    }),
  ),
  answer: serviceAnswerSchema,
})
