/**
 * The one typed contract of Hookscope. The same router answers it over a MessagePort (desktop),
 * a WebSocket (browser) and HTTP under /api/v1 (scripts).
 */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import {
  annotationInputSchema,
  annotationSchema,
  attemptSchema,
  deliveryPageSchema,
  deliveryQuerySchema,
  deliverySchema,
  followUpSchema,
  replayInputSchema,
  savedFilterInputSchema,
  savedFilterSchema,
} from './schemas/deliverySchemas.ts'
import {
  environmentInputSchema,
  environmentSchema,
  environmentsFileSchema,
  environmentsImportSchema,
  importResultSchema,
} from './schemas/environmentSchemas.ts'
import { feedMessageSchema } from './schemas/feedSchemas.ts'
import { latencyQuerySchema, latencySchema } from './schemas/latencySchemas.ts'
import { objectPageSchema, objectQuerySchema, objectSchema } from './schemas/objectSchemas.ts'
import { rateQuerySchema, rateSchema } from './schemas/rateSchemas.ts'
import {
  demoScriptSchema,
  demoScriptStepIdSchema,
  sandboxObjectSchema,
  sandboxSchema,
  sandboxSpecialKinds,
} from './schemas/sandboxSchemas.ts'
import { readonlyUserResultSchema, serviceAnswerSchema, tokenResultSchema } from './schemas/serviceSchemas.ts'
import { explanationSchema, signatureSchemeSchema, verificationSchema } from './schemas/signatureSchemas.ts'
import { statusSchema } from './schemas/statusSchemas.ts'
import { tunnelInputSchema, tunnelProviderSchema, tunnelSchema } from './schemas/tunnelSchemas.ts'
import {
  applicationSchema,
  webhookConfigAskedSchema,
  webhookConfigInputSchema,
  webhookConfigPreviewSchema,
  webhookConfigResultSchema,
  webhookConfigSchema,
} from './schemas/webhookConfigSchemas.ts'

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
    /** `explain=false` leaves the search for the cause of a failed signature out; it can take up to two seconds. */
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
        }),
      )
      .output(explanationSchema),
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
    /**
     * Sends it again to `url`: as it came without the headers of its connection, or signed anew with the current secret of
     * its environment. Answers with the attempt, which is kept; redirects are not followed.
     */
    replay: base
      .route({ method: 'POST', path: '/deliveries/{id}/replay' })
      .input(replayInputSchema.extend({ id: z.string() }))
      .output(attemptSchema),
    /** Gives up a follow-up that waits to be tried again; null when none waits. */
    cancelFollowUp: base
      .route({ method: 'POST', path: '/deliveries/{id}/follow-up/cancel' })
      .input(id)
      .output(z.object({ followUp: followUpSchema.nullable() })),
    /** Pins a delivery or writes a note on it; both go with the delivery. */
    annotate: base
      .route({ method: 'PATCH', path: '/deliveries/{id}/annotation' })
      .input(annotationInputSchema.extend({ id: z.string() }))
      .output(annotationSchema),
  },

  savedFilters: {
    /** In the order of their names. */
    list: base.route({ method: 'GET', path: '/saved-filters' }).output(z.array(savedFilterSchema)),
    create: base
      .route({ method: 'POST', path: '/saved-filters', successStatus: 201 })
      .input(savedFilterInputSchema)
      .output(savedFilterSchema),
    update: base
      .route({ method: 'PATCH', path: '/saved-filters/{id}' })
      .input(savedFilterInputSchema.partial().extend({ id: z.string() }))
      .output(savedFilterSchema),
    remove: base
      .route({ method: 'DELETE', path: '/saved-filters/{id}' })
      .input(id)
      .output(z.object({ removed: z.string() })),
  },

  objects: {
    /** Objects that deliveries named, the newest activity first. */
    list: base.route({ method: 'GET', path: '/objects' }).input(objectQuerySchema).output(objectPageSchema),
    get: base
      .route({ method: 'GET', path: '/objects/{resourceType}/{resourceId}' })
      .input(z.object({ resourceType: z.string(), resourceId: z.string(), environment: z.string().optional() }))
      .output(objectSchema),
  },

  /** Percentiles of every leg of the way of the newest deliveries, in all and for each type. */
  latency: base.route({ method: 'GET', path: '/latency' }).input(latencyQuerySchema).output(latencySchema),

  /** How many deliveries came when, by verdict. */
  rates: base.route({ method: 'GET', path: '/rates' }).input(rateQuerySchema).output(rateSchema),

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
    /** Its deliveries stay, unless `deliveries=true` asks to remove them too. */
    remove: base
      .route({ method: 'DELETE', path: '/environments/{id}' })
      .input(id.extend({ deliveries: z.enum(['true', 'false']).default('false') }))
      .output(z.object({ removed: z.string(), deliveries: z.number().int() })),
    /** A new one with the same settings and a receiver path of its own; with the same secrets only where asked. */
    duplicate: base
      .route({ method: 'POST', path: '/environments/{id}/duplicate', successStatus: 201 })
      .input(id.extend({ name: environmentInputSchema.shape.name.optional(), secrets: z.boolean().default(false) }))
      .output(environmentSchema),
    /** Settings without any secret. `ids`: separated by commas; all but the sandbox when it is left out. */
    export: base
      .route({ method: 'GET', path: '/environments/export' })
      .input(z.object({ ids: z.string().max(10_000).optional() }))
      .output(environmentsFileSchema),
    /** New environments out of such a file. Nothing is made when anything in it is wrong. */
    import: base
      .route({ method: 'POST', path: '/environments/import', successStatus: 201 })
      .input(environmentsImportSchema)
      .output(importResultSchema),
    activate: base.route({ method: 'POST', path: '/environments/{id}/activate' }).input(id).output(environmentSchema),
    token: base
      .route({ method: 'POST', path: '/environments/{id}/token' })
      .input(id.extend({ as: z.enum(['master', 'readonly']) }))
      .output(tokenResultSchema),
    /** Puts every follow-up that failed in line again, newest first; what comes of each is told as an event. */
    runFailedFollowUps: base
      .route({ method: 'POST', path: '/environments/{id}/failed-follow-ups/run', successStatus: 202 })
      .input(id)
      .output(z.object({ waiting: z.number().int() })),
    /** Another random receiver path: the old one is a stray from now on, and the webhook-config drifts until it is applied. */
    renewReceiverPath: base
      .route({ method: 'POST', path: '/environments/{id}/receiver-path' })
      .input(id)
      .output(environmentSchema),
    /** One stored secret in clear, because the person pressed "reveal". */
    reveal: base
      .route({ method: 'POST', path: '/environments/{id}/reveal' })
      .input(
        id.extend({
          secret: z.enum(['password', 'readonlyPassword', 'sharedSecret', 'clientId', 'audience']),
          /** Which shared secret; the current one when it is left out. */
          secretId: z.string().max(80).optional(),
        }),
      )
      .output(z.object({ text: z.string() })),
    /** Makes a new shared secret the current one (a random one when none is given); the others stay accepted until they rest. */
    rotateSecret: base
      .route({ method: 'POST', path: '/environments/{id}/rotation' })
      .input(
        id.extend({
          sharedSecret: z.string().min(1, 'The shared secret cannot be empty.').max(4096).optional(),
          quietMinutes: z
            .number()
            .min(1, 'Wait at least one minute.')
            .max(60 * 24 * 30)
            .default(60),
        }),
      )
      .output(environmentSchema),
    /** The sender was given the new secret outside of this app: from now on the old ones are waited for. */
    senderTold: base
      .route({ method: 'POST', path: '/environments/{id}/rotation/told' })
      .input(id)
      .output(environmentSchema),
    /** Ends the assistant; all secrets stay as they are. */
    endRotation: base
      .route({ method: 'DELETE', path: '/environments/{id}/rotation' })
      .input(id)
      .output(environmentSchema),
    /** Stops accepting a secret, or accepts it again. It stays in the history and still explains. */
    retireSecret: base
      .route({ method: 'POST', path: '/environments/{id}/shared-secrets/{secretId}/retire' })
      .input(id.extend({ secretId: z.string(), retired: z.boolean().default(true) }))
      .output(environmentSchema),
    createReadonlyUser: base
      .route({ method: 'POST', path: '/environments/{id}/readonly-users', successStatus: 201 })
      .input(
        id.extend({
          email: z.email('Give an e-mail address, for example reader@example.com'),
          /** Keep the password, sealed, and fetch objects as this user from now on. */
          store: z.boolean().default(true),
        }),
      )
      .output(readonlyUserResultSchema),
  },

  signatures: {
    /** The presets. */
    schemes: base.route({ method: 'GET', path: '/signature-schemes' }).output(z.array(signatureSchemeSchema)),
    /** Checks all stored deliveries again that nothing proves yet, in the background. */
    verifyAll: base.route({ method: 'POST', path: '/verification', successStatus: 202 }).output(verificationSchema),
    cancel: base.route({ method: 'DELETE', path: '/verification' }).output(verificationSchema),
  },

  tunnel: {
    get: base.route({ method: 'GET', path: '/tunnel' }).output(tunnelSchema),
    /** All providers, with what each needs and what is kept for it. */
    providers: base.route({ method: 'GET', path: '/tunnel/providers' }).output(z.array(tunnelProviderSchema)),
    /** Closes what is open and opens this provider; `state` tells how it goes. */
    open: base.route({ method: 'POST', path: '/tunnel/open' }).input(tunnelInputSchema).output(tunnelSchema),
    close: base.route({ method: 'POST', path: '/tunnel/close' }).output(tunnelSchema),
    /** Sends a nonce through the public URL and answers with what came of it. */
    check: base.route({ method: 'POST', path: '/tunnel/check' }).output(tunnelSchema),
  },

  webhookConfig: {
    get: base.route({ method: 'GET', path: '/environments/{id}/webhook-config' }).input(id).output(webhookConfigSchema),
    /** Goes to the service. What is not given keeps its desired value. */
    apply: base
      .route({ method: 'PATCH', path: '/environments/{id}/webhook-config' })
      .input(webhookConfigInputSchema.extend({ id: z.string() }))
      .output(webhookConfigResultSchema),
    /** What `apply` with the same input would change and send. Changes nothing. */
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
    /** What the service was told, newest first, at most 50. */
    history: base
      .route({ method: 'GET', path: '/environments/{id}/webhook-config/history' })
      .input(id)
      .output(z.array(applicationSchema)),
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
    /** The scripted demo of the presentation. */
    demoScript: {
      get: base.route({ method: 'GET', path: '/sandbox/demo-script' }).output(demoScriptSchema),
      /** Shows a step. What did not happen yet up to it happens now, once; a failed one is tried again when `again` is true. */
      go: base
        .route({ method: 'POST', path: '/sandbox/demo-script/go' })
        .input(z.object({ step: demoScriptStepIdSchema, again: z.boolean().default(false) }))
        .output(demoScriptSchema),
      /** Clears the sandbox and its deliveries. CONFLICT when there are some of others, unless `removeOthers` is true. */
      reset: base
        .route({ method: 'POST', path: '/sandbox/demo-script/reset' })
        .input(z.object({ removeOthers: z.boolean().default(false) }))
        .output(demoScriptSchema),
    },
  },

  /** Live state. Reconnecting clients send the last event id and miss nothing. Not part of the HTTP API: scripts use GET /events. */
  feed: base.output(eventIterator(feedMessageSchema)),
}

export type Contract = typeof contract
