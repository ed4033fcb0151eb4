/** Schemas of the webhook-config, as wanted and as applied. */
import { z } from 'zod'
import { callProblemSchema, previewProblemSchema } from '../codes/problems.ts'
import { askedWhySchema, driftSchema, webhookConfigFields } from '../codes/webhookConfig.ts'
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
  /** What this app applied last, and when. Never a claim about what the service holds now. */
  applied: z.object({ ...configFields, sharedSecret: secretSchema, at: time, status: z.number().int() }).nullable(),
  /** The fields that differ from what is known of the service, or of which nothing is known: a repair sends these. */
  changed: z.array(z.enum(webhookConfigFields)),
  /**
   * Sentences that say how the service differs from what is wanted: as applied last, as the service said when it was
   * asked, or as a delivery proved since.
   */
  drift: z.array(z.string()),
  /** The same for code, in the same order. */
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

/** A field's value; of the secret its fingerprint. Null: not known, or not set. */
const fieldValueSchema = z.union([z.string(), z.boolean(), z.array(z.string())]).nullable()

/** What an application would change, before it changes anything. */
export const webhookConfigPreviewSchema = z.object({
  /** All four. `before` is what is known of the service; null when nothing is. */
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
  /** Why it cannot be applied like this, as a sentence and for code, or null. */
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
  /** What was sent; of the secret its fingerprint. */
  sent: z.array(z.object({ field: fieldSchema, value: fieldValueSchema })),
  /** Whether the service was asked at all: it is not when the identity provider gave no token for it. */
  asked: z.boolean(),
  /** What the service answered; null when no answer came. */
  status: z.number().int().nullable(),
  problem: z.string().nullable(),
  /** The same for code; null where an earlier version kept only the sentence. */
  why: callProblemSchema.nullable(),
})

/** What the service said when it was asked for its webhook-config, which its document does not promise. */
export const webhookConfigAskedSchema = z.object({
  at: time,
  /** It answered with fields that can be read. */
  answered: z.boolean(),
  /** What came of it, as a sentence for a person. */
  summary: z.string(),
  why: askedWhySchema,
  fields: z.array(
    z.object({
      field: fieldSchema,
      /** Whether the answer has this field. */
      told: z.boolean(),
      /** As the service holds it. Of the secret a fingerprint when it is one that is kept here, else null. */
      held: fieldValueSchema,
      applied: fieldValueSchema,
      /** Null: unknown, because one of the two is not known. */
      same: z.boolean().nullable(),
    }),
  ),
  answer: serviceAnswerSchema,
})
