/**
 * The one typed contract of Hookscope. The same router answers it over a MessagePort (desktop),
 * a WebSocket (browser) and HTTP under /api/v1 (scripts).
 */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import {
  attemptSchema,
  deliveryPageSchema,
  deliveryQuerySchema,
  deliverySchema,
  followUpSchema,
} from './schemas/deliverySchemas.ts'
import { environmentInputSchema, environmentSchema } from './schemas/environmentSchemas.ts'
import { feedMessageSchema } from './schemas/feedSchemas.ts'
import { objectSchema } from './schemas/objectSchemas.ts'
import { sandboxObjectSchema, sandboxSchema, sandboxSpecialKinds } from './schemas/sandboxSchemas.ts'
import { readonlyUserResultSchema, serviceAnswerSchema, tokenResultSchema } from './schemas/serviceSchemas.ts'
import { statusSchema } from './schemas/statusSchemas.ts'
import { webhookConfigInputSchema, webhookConfigSchema } from './schemas/webhookConfigSchemas.ts'

/**
 * Expected failures as data. Each message is a sentence for a person: what happened, why, what to do next.
 * `status` is spelled out because a declared error defaults to 500.
 */
const base = oc.errors({
  NOT_FOUND: { status: 404 },
  /** `issues`: what does not fit the contract, and where. The framework fills them in; undeclared they would be cut off. */
  BAD_REQUEST: {
    status: 400,
    data: z
      .object({
        field: z.string().optional(),
        issues: z
          .array(z.object({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).optional() }))
          .optional(),
      })
      .optional(),
  },
  CONFLICT: { status: 409 },
  /** The service or its identity provider said no, or could not be reached; `answer` is what it said. */
  SERVICE_REFUSED: { status: 502, data: z.object({ answer: serviceAnswerSchema }).optional() },
  /** The store cannot take writes now (disk full, read-only, ...). */
  UNAVAILABLE: { status: 503 },
})

const id = z.object({ id: z.string() })

export const contract = {
  status: base.route({ method: 'GET', path: '/status' }).output(statusSchema),

  deliveries: {
    list: base.route({ method: 'GET', path: '/deliveries' }).input(deliveryQuerySchema).output(deliveryPageSchema),
    get: base.route({ method: 'GET', path: '/deliveries/{id}' }).input(id).output(deliverySchema),
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
      .input(id)
      .output(z.object({ followUp: followUpSchema, attempt: attemptSchema.nullable() })),
  },

  objects: {
    get: base
      .route({ method: 'GET', path: '/objects/{resourceType}/{resourceId}' })
      .input(z.object({ resourceType: z.string(), resourceId: z.string(), environment: z.string().optional() }))
      .output(objectSchema),
  },

  environments: {
    list: base.route({ method: 'GET', path: '/environments' }).output(z.array(environmentSchema)),
    create: base
      .route({ method: 'POST', path: '/environments', successStatus: 201 })
      .input(environmentInputSchema)
      .output(environmentSchema),
    update: base
      .route({ method: 'PATCH', path: '/environments/{id}' })
      .input(environmentInputSchema.partial().extend({ id: z.string() }))
      .output(environmentSchema),
    remove: base
      .route({ method: 'DELETE', path: '/environments/{id}' })
      .input(id)
      .output(z.object({ removed: z.string() })),
    activate: base.route({ method: 'POST', path: '/environments/{id}/activate' }).input(id).output(environmentSchema),
    token: base
      .route({ method: 'POST', path: '/environments/{id}/token' })
      .input(id.extend({ as: z.enum(['master', 'readonly']) }))
      .output(tokenResultSchema),
    /** One stored secret in clear, because the person pressed "reveal". */
    reveal: base
      .route({ method: 'POST', path: '/environments/{id}/reveal' })
      .input(id.extend({ secret: z.enum(['password', 'readonlyPassword', 'sharedSecret']) }))
      .output(z.object({ text: z.string() })),
    createReadonlyUser: base
      .route({ method: 'POST', path: '/environments/{id}/readonly-users', successStatus: 201 })
      .input(id.extend({ email: z.email('Give an e-mail address, for example reader@example.com') }))
      .output(readonlyUserResultSchema),
  },

  webhookConfig: {
    get: base.route({ method: 'GET', path: '/environments/{id}/webhook-config' }).input(id).output(webhookConfigSchema),
    /** Goes to the service. What is not given keeps its desired value. */
    apply: base
      .route({ method: 'PATCH', path: '/environments/{id}/webhook-config' })
      .input(webhookConfigInputSchema.extend({ id: z.string() }))
      .output(z.object({ webhookConfig: webhookConfigSchema, answer: serviceAnswerSchema })),
  },

  sandbox: {
    get: base.route({ method: 'GET', path: '/sandbox' }).output(sandboxSchema),
    createObject: base
      .route({ method: 'POST', path: '/sandbox/objects', successStatus: 201 })
      .input(z.object({ type: z.string() }))
      .output(sandboxObjectSchema),
    updateObject: base
      .route({ method: 'PATCH', path: '/sandbox/objects/{type}/{id}' })
      .input(z.object({ type: z.string(), id: z.string() }))
      .output(sandboxObjectSchema),
    /** One delivery that is wrong on purpose. */
    sendSpecial: base
      .route({ method: 'POST', path: '/sandbox/special-deliveries', successStatus: 202 })
      .input(z.object({ kind: z.enum(sandboxSpecialKinds) }))
      .output(z.object({ sent: z.string() })),
    /** The whole main job in one call: credentials, webhook-config, one object created, notified, verified and fetched. */
    demo: base.route({ method: 'POST', path: '/sandbox/demo' }).output(z.object({ deliveryId: z.string() })),
  },

  /** Live state. Reconnecting clients send the last event id and miss nothing. Not part of the HTTP API: scripts use GET /events. */
  feed: base.output(eventIterator(feedMessageSchema)),
}

export type Contract = typeof contract
