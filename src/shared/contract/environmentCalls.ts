import { z } from 'zod'
import {
  environmentInputSchema,
  triedCredentialsSchema,
  environmentSchema,
  environmentsFileSchema,
  environmentsImportSchema,
  handshakesInputSchema,
  handshakesSchema,
  importResultSchema,
} from '../schemas/environmentSchemas.ts'
import { responseRulesInputSchema, responseRulesSchema } from '../schemas/responseSchemas.ts'
import { readonlyUserResultSchema, tokenResultSchema } from '../schemas/serviceSchemas.ts'
import { base, id } from './base.ts'

/** Organizations: their settings, credentials and secrets. */
export const environments = {
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
  /** Creates environments from such a file, or none when anything in it is wrong. */
  import: base
    .route({ method: 'POST', path: '/environments/import', successStatus: 201 })
    .input(environmentsImportSchema)
    .output(importResultSchema),
  activate: base.route({ method: 'POST', path: '/environments/{id}/activate' }).input(id).output(environmentSchema),
  /** Asks the identity provider for a token now: with what is stored, or `with` credentials that are not. */
  token: base
    .route({ method: 'POST', path: '/environments/{id}/token' })
    .input(id.extend({ as: z.enum(['master', 'readonly']), with: triedCredentialsSchema.optional() }))
    .output(tokenResultSchema),
  /**
   * Enqueues all failed follow-ups again, newest first; with a type, only those of its objects. Each outcome is an event.
   */
  runFailedFollowUps: base
    .route({ method: 'POST', path: '/environments/{id}/failed-follow-ups/run', successStatus: 202 })
    .input(id.extend({ resourceType: z.string().min(1).max(200).optional() }))
    .output(z.object({ waiting: z.number().int() })),
  /**
   * Enqueues all follow-ups that were skipped for missing credentials, newest first; none while credentials are missing.
   * Each outcome is an event.
   */
  runSkippedFollowUps: base
    .route({ method: 'POST', path: '/environments/{id}/skipped-follow-ups/run', successStatus: 202 })
    .input(id)
    .output(z.object({ waiting: z.number().int() })),
  /** Cancels all follow-ups that are pending or in flight. They count as failed, and can be run again. */
  cancelFollowUps: base
    .route({ method: 'POST', path: '/environments/{id}/follow-ups/cancel' })
    .input(id)
    .output(z.object({ cancelled: z.number().int() })),
  handshakes: base.route({ method: 'GET', path: '/environments/{id}/handshakes' }).input(id).output(handshakesSchema),
  /** Switches each handshake on or off; a verify token that is left out stays. */
  setHandshakes: base
    .route({ method: 'PUT', path: '/environments/{id}/handshakes' })
    .input(handshakesInputSchema.extend({ id: z.string() }))
    .output(handshakesSchema),
  /** The response rules in order, and the methods that the receiver path accepts. The answer can be saved as a file. */
  responseRules: base
    .route({ method: 'GET', path: '/environments/{id}/response-rules' })
    .input(id)
    .output(responseRulesSchema),
  /** Sets all rules; the first that matches answers. Takes what GET answers. */
  setResponseRules: base
    .route({ method: 'PUT', path: '/environments/{id}/response-rules' })
    .input(responseRulesInputSchema.extend({ id: z.string() }))
    .output(responseRulesSchema),
  /** Makes a secret that a handshake brought the current shared secret, or drops it. */
  decideOffered: base
    .route({ method: 'POST', path: '/environments/{id}/handshakes/offered/{secretId}' })
    .input(id.extend({ secretId: z.string().max(80), accept: z.boolean() }))
    .output(handshakesSchema),
  /** Creates a new random receiver path. The old one answers 404, and the webhook-config drifts until it is applied. */
  renewReceiverPath: base
    .route({ method: 'POST', path: '/environments/{id}/receiver-path' })
    .input(id)
    .output(environmentSchema),
  /** Where the keys of its sender can be fetched without credentials; nothing is requested yet. */
  publicKeyUrl: base
    .route({ method: 'GET', path: '/environments/{id}/public-keys' })
    .input(id)
    .output(z.object({ url: z.string() })),
  /** Fetches the keys from a URL that the user accepted, and makes them current. Only from the sender's own hosts. */
  fetchPublicKeys: base
    .route({ method: 'POST', path: '/environments/{id}/public-keys' })
    .input(id.extend({ url: z.string().max(2000) }))
    .output(environmentSchema),
  /** A stored secret in clear, for "reveal". */
  reveal: base
    .route({ method: 'POST', path: '/environments/{id}/reveal' })
    .input(
      id.extend({
        secret: z.enum(['password', 'readonlyPassword', 'sharedSecret', 'verifyToken', 'clientId', 'audience']),
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
  /** The sender has the new secret: starts the wait after which the old ones retire. */
  senderTold: base
    .route({ method: 'POST', path: '/environments/{id}/rotation/told' })
    .input(id)
    .output(environmentSchema),
  /** Ends the assistant; all secrets stay as they are. */
  endRotation: base
    .route({ method: 'DELETE', path: '/environments/{id}/rotation' })
    .input(id)
    .output(environmentSchema),
  /** A secret of another environment, named by its fingerprint, becomes the current one of this environment, too. */
  shareSecret: base
    .route({ method: 'POST', path: '/environments/{id}/shared-secrets' })
    .input(id.extend({ fingerprint: z.string().regex(/^[0-9a-f]{8}$/, 'A fingerprint is 8 hex digits.') }))
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
}
