import { z } from 'zod'
import {
  deletionInputSchema,
  deletionSchema,
  annotationInputSchema,
  annotationSchema,
  attemptSchema,
  deliveryPageSchema,
  deliveryQuerySchema,
  deliverySchema,
  seenFieldSchema,
  followUpSchema,
  replayInputSchema,
} from '../schemas/deliverySchemas.ts'
import { pathTemplateSchema } from '../schemas/environmentSchemas.ts'
import { explanationSchema } from '../schemas/signature/signatureSchemas.ts'
import { base, id } from './base.ts'

/** Deliveries and their actions. */
export const deliveries = {
  list: base.route({ method: 'GET', path: '/deliveries' }).input(deliveryQuerySchema).output(deliveryPageSchema),
  /** Fields of the newest deliveries, as a filter asks for them: completion of `body.`, `object.` and `header.`. */
  fields: base
    .route({ method: 'GET', path: '/fields' })
    .input(z.object({ environment: z.string().optional(), case: z.string().optional() }))
    .output(z.array(seenFieldSchema)),
  /** `explain=false` skips the search for the cause of a failed signature, which can take up to two seconds. */
  get: base
    .route({ method: 'GET', path: '/deliveries/{id}' })
    .input(id.extend({ explain: z.enum(['true', 'false']).default('true') }))
    .output(deliverySchema),
  /** Why the signature fails; or, given the digest that the receiver's own code computed, what that code hashed. */
  explain: base
    .route({ method: 'POST', path: '/deliveries/{id}/explanation' })
    .input(
      id.extend({
        digest: z.string().trim().min(1, 'Paste the digest that your code computed.').max(4096).optional(),
        /** Answers with the first proof; `complete` is false where a full search may find a better one. */
        first: z.boolean().optional(),
      }),
    )
    .output(explanationSchema),
  /** Whether a secret, token or public key verifies the signature. Stores nothing. */
  checkSecret: base
    .route({ method: 'POST', path: '/deliveries/{id}/secret-check' })
    .input(id.extend({ secret: z.string().min(1, 'Paste the secret.').max(65_536) }))
    .output(z.object({ proves: z.boolean(), fingerprint: z.string() })),
  /** The exact bytes, or the range [start, end) of them. */
  body: base
    .route({ method: 'GET', path: '/deliveries/{id}/body' })
    .input(
      id.extend({
        start: z.coerce.number().int().min(0).optional(),
        end: z.coerce.number().int().min(0).optional(),
      }),
    )
    .output(z.instanceof(Blob)),
  attempts: base.route({ method: 'GET', path: '/deliveries/{id}/attempts' }).input(id).output(z.array(attemptSchema)),
  followUp: base
    .route({ method: 'POST', path: '/deliveries/{id}/follow-up' })
    // `resourcePath` is a template to try once, in place of the environment's.
    .input(id.extend({ resourcePath: pathTemplateSchema.optional() }))
    .output(z.object({ followUp: followUpSchema, attempt: attemptSchema.nullable() })),
  /**
   * Sends the delivery to `url`, without the headers of its connection; method, headers and body can be replaced. Sends only
   * to this machine, unless `allowHost` names the host, and follows no redirects. The signature is the received one, or a new
   * one by the environment's current secret or a named one. Answers with the attempt, which is stored.
   */
  replay: base
    .route({ method: 'POST', path: '/deliveries/{id}/replay' })
    .input(replayInputSchema.safeExtend({ id: z.string() }))
    .output(attemptSchema),
  /** Fetches the address that confirms a subscription, at its sender's own host only. Answers with the attempt, which is kept. */
  confirmSubscription: base
    .route({ method: 'POST', path: '/deliveries/{id}/confirm-subscription' })
    .input(id)
    .output(attemptSchema),
  /** Cancels a follow-up that waits for a retry; null when none waits. */
  cancelFollowUp: base
    .route({ method: 'POST', path: '/deliveries/{id}/follow-up/cancel' })
    .input(id)
    .output(z.object({ followUp: followUpSchema.nullable() })),
  /** Deletes one delivery, pinned or not: hidden at once, removed permanently after 30 s. */
  remove: base.route({ method: 'DELETE', path: '/deliveries/{id}' }).input(id).output(deletionSchema),
  /**
   * Deletes several, or all that match a filter now: hidden at once, removed permanently after 30 s. Pinned ones are left,
   * unless one is given alone. A filter with a key that does not exist is refused.
   */
  removeMany: base
    .route({ method: 'POST', path: '/deliveries/delete' })
    .input(deletionInputSchema)
    .output(deletionSchema),
  /** Brings back what a deletion hid. */
  undelete: base
    .route({ method: 'POST', path: '/deliveries/undelete' })
    .input(z.object({ deletion: z.string() }))
    .output(z.object({ deliveries: z.number().int() })),
  /** Pins a delivery or writes a note on it; both go with the delivery. */
  annotate: base
    .route({ method: 'PATCH', path: '/deliveries/{id}/annotation' })
    .input(annotationInputSchema.extend({ id: z.string() }))
    .output(annotationSchema),
}
