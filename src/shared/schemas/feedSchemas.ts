/** Schemas of what happens, and of the feed that carries it. */
import { z } from 'zod'
import {
  attemptSchema,
  deliverySummarySchema,
  followUpSchema,
  headlineSchema,
  savedFilterSchema,
} from './deliverySchemas.ts'
import { environmentSchema } from './environmentSchemas.ts'
import { forwardSummarySchema } from './forwardSchemas.ts'
import { verificationSchema } from './signature/signatureSchemas.ts'
import { statusSchema } from './statusSchemas.ts'
import { tunnelSchema } from './tunnelSchemas.ts'
import { webhookConfigSchema } from './webhookConfigSchemas.ts'

/** One thing that happened. Numbered by the feed; see feedMessageSchema. */
export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delivery'), delivery: deliverySummarySchema }),
  /** A delivery was checked again and is sent again: another verdict, or another answer to "is it a duplicate". */
  z.object({ type: z.literal('verdict'), delivery: deliverySummarySchema }),
  /** A delivery was pinned or noted on, and is sent again. */
  z.object({ type: z.literal('annotation'), delivery: deliverySummarySchema }),
  /** All deliveries of a deleted environment, or of a sandbox that begins again, are being removed: none of them is to be shown any longer. */
  z.object({ type: z.literal('removed'), environmentId: z.string() }),
  /** Deliveries were deleted (`hidden`: none of `ids` is to be shown), brought back, or removed permanently. */
  z.object({
    type: z.literal('deletion'),
    deletion: z.string(),
    state: z.enum(['hidden', 'restored', 'removed']),
    ids: z.array(z.string()),
  }),
  z.object({ type: z.literal('saved-filters'), savedFilters: z.array(savedFilterSchema) }),
  z.object({ type: z.literal('tunnel'), tunnel: tunnelSchema }),
  z.object({ type: z.literal('verification'), verification: verificationSchema }),
  /** `headline`: what the object that was fetched shows; null or absent where it shows nothing new. */
  z.object({
    type: z.literal('follow-up'),
    deliveryId: z.string(),
    followUp: followUpSchema,
    headline: headlineSchema.nullish(),
  }),
  z.object({
    type: z.literal('attempt'),
    deliveryId: z.string(),
    attemptId: z.string(),
    kind: attemptSchema.shape.kind,
    status: z.number().int().nullable(),
    /** For a forward made by a rule: the result of all rules of the delivery. */
    forward: forwardSummarySchema.optional(),
  }),
  /** Rules, or how far they have come, changed: GET forward-rules says how they are now. */
  z.object({ type: z.literal('forwarding'), environmentId: z.string() }),
  z.object({ type: z.literal('webhook-config'), environmentId: z.string(), webhookConfig: webhookConfigSchema }),
  z.object({ type: z.literal('environments'), environments: z.array(environmentSchema) }),
  z.object({ type: z.literal('sandbox'), at: z.string() }),
  /** A case file was opened or removed; `caseFiles` is the number of open ones. */
  z.object({ type: z.literal('case-files'), caseFiles: z.number().int() }),
  /** A run of a scenario began or ended, or files of the folder changed, also from outside. */
  z.object({ type: z.literal('scenarios'), changed: z.enum(['files', 'runs']) }),
  /** Deliveries show other changes of their shape than before; `found` counts changes that are new, of any delivery. */
  z.object({
    type: z.literal('changes'),
    found: z.number().int(),
    deliveries: z.array(z.object({ id: z.string(), changes: z.array(z.number().int()) })),
  }),
  z.object({ type: z.literal('status'), status: statusSchema }),
])

export const numberedEventSchema = z.object({ number: z.number().int(), event: eventSchema })

/**
 * Messages of the feed: first a snapshot at a number (or, on resumption, nothing), then events in order and without gap.
 * A client drops its window when a snapshot comes. After `snapshot.at` the next event is `at + 1`.
 */
export const feedMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('snapshot'),
    at: z.number().int(),
    status: statusSchema,
    environments: z.array(environmentSchema),
    deliveries: z.array(deliverySummarySchema),
    next: z.string().nullable(),
  }),
  z.object({ kind: z.literal('events'), events: z.array(numberedEventSchema) }),
])
