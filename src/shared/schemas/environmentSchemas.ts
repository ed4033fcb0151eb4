/** Schemas of an environment: one organization at the service, with its addresses, credentials and secrets. */
import { z } from 'zod'
import { environmentColours } from '../codes/environmentColours.ts'
import { importRemarkSchema } from '../codes/imports.ts'
import { time } from './deliverySchemas.ts'
import { personalName, unseenIn, unseenProblem } from './parts/personalName.ts'
import { handshakeOf, handshakes } from '../signature/handshakes.ts'
import { evidences } from '../signature/senderPreset.ts'
import { signatureSchemeSchema } from './signature/signatureSchemas.ts'

/** A secret as it is read: whether it is there and which one, never the text. */
export const secretSchema = z.object({ set: z.boolean(), fingerprint: z.string().nullable() })

/** A public key that was pasted. `fingerprint`: SHA-256 of the key as DER, in hex; times of a certificate. */
const publicKeySchema = z.object({
  size: z.string(),
  fingerprint: z.string(),
  kid: z.string().nullable(),
  subject: z.string().nullable(),
  validFrom: time.nullable(),
  validUntil: time.nullable(),
})

export const sharedSecretSchema = secretSchema.extend({
  id: z.string(),
  label: z.string(),
  current: z.boolean(),
  createdAt: time,
  /** When a delivery last came that was signed with it, or null. */
  lastUsedAt: time.nullable(),
  /** Since when it is no longer accepted; null while it is. */
  retiredAt: time.nullable(),
  /** The public keys that the text holds, where the scheme uses public keys; empty for all others. */
  publicKeys: z.array(publicKeySchema),
})

/** A change of the shared secret that is under way. */
export const rotationSchema = z.object({
  /** `to-apply`: the service does not have the new secret yet. `waiting`: it has, and the old ones are still accepted. */
  state: z.enum(['to-apply', 'waiting']),
  startedAt: time,
  /** Id of the secret that replaces all others. */
  secretId: z.string(),
  /** Minutes without a use after which the old secrets are retired. */
  quietMinutes: z.number(),
  /** When the old secrets are retired if no delivery comes that is signed with one; null before the new one is applied. */
  retiresAt: time.nullable(),
})

/**
 * How long deliveries are kept: the oldest are deleted first, pinned ones never. An absent field means no limit. Bytes
 * count the bodies, plus 1,024 per delivery for headers and index.
 */
export const retentionSchema = z.object({
  maxAgeDays: z.number().min(0.01, 'Give a number of days above 0.').max(36_500).optional(),
  maxCount: z.number().int().min(1, 'Keep at least one delivery.').max(1_000_000_000).optional(),
  maxBytes: z
    .number()
    .int()
    .min(1_048_576, 'Keep at least 1 MiB.')
    .max(2 ** 50)
    .optional(),
})

export const environmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `sender`: another sender than the service, without organization, base URL or token. */
  kind: z.enum(['sandbox', 'service', 'sender']),
  active: z.boolean(),
  /** Makes it recognisable at a glance; null: none was chosen. */
  colour: z.enum(environmentColours).nullable(),
  /** It is production: marked in every place that shows it, and confirmed before actions that cannot be undone. */
  production: z.boolean(),
  /** Path at the receiver, such as "/in/8f3k...". The key in it is a secret of its own: anyone who knows it can post. */
  receiverPath: z.string(),
  authUrl: z.string(),
  baseUrl: z.string(),
  /** Empty where it is kept as a secret (`sealedNames`), as is the audience. */
  clientId: z.string(),
  audience: z.string(),
  /** For client id and audience: null when stored in plain text, else whether it is set and its fingerprint. */
  sealedNames: z.object({ clientId: secretSchema.nullable(), audience: secretSchema.nullable() }),
  username: z.string(),
  /** Of a `sender`: the token or API key for its API. */
  password: secretSchema,
  /** Of a `sender`: the header that carries it; empty: a bearer token in `Authorization`. */
  apiKeyHeader: z.string(),
  readonlyUsername: z.string(),
  readonlyPassword: secretSchema,
  /** Id of a preset (GET /signature-schemes), or "own". */
  signatureScheme: z.string(),
  /** Header that carries the signature; the scheme's by default. */
  signatureHeader: z.string(),
  /** A signed value that is not in the request, such as PayPal's webhook id; empty when the scheme has none. */
  signatureSetting: z.string(),
  /** The user's own scheme, used when signatureScheme is "own". */
  ownScheme: signatureSchemeSchema.nullable(),
  handshakes: z.object({
    /** Names of the handshakes that are answered. */
    on: z.array(z.string()),
    /** Token that the sender and the receiver share for checking the address. */
    verifyToken: secretSchema,
    /** Secrets from handshakes that the user has not accepted yet, newest first. */
    offered: z.array(
      z.object({ id: z.string(), handshake: z.string(), fingerprint: z.string(), at: time, deliveryId: z.string() }),
    ),
  }),
  /** Newest first; the first is the current one. */
  sharedSecrets: z.array(sharedSecretSchema),
  rotation: rotationSchema.nullable(),
  /** resourceType -> path template with {resourceId} and {organizationId}; what is not listed uses the default rule. */
  resourcePaths: z.record(z.string(), z.string()),
  /** Fetch also what deliveries name whose signature is not valid. Off: knowing the receiver path is not enough to cause requests. */
  followUnverified: z.boolean(),
  /** When the tunnel gives the receiver another address, the service is updated automatically. */
  followTunnel: z.boolean(),
  /** Its limits; empty: every delivery is kept. */
  retention: retentionSchema,
  /** Change at the service when the app quits: none, disable, or restore the config applied before this run. */
  onQuit: z.enum(['leave', 'disable', 'restore']),
})

/** An absolute http(s) URL without credentials in it, which would lie in clear in the database. */
export const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: 'Give an absolute address that starts with http:// or https://, for example https://api.example.com',
  })
  .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), {
    error: 'Leave the user name and the password out of the address; they have fields of their own.',
  })

/** An address that paths are appended to. */
const rootUrl = httpUrl.refine((text) => !/[?#]/.test(text), { error: 'Give the address without "?" and "#".' })

/** Where objects of a type are fetched, below the base URL. `{resourceId}` and `{organizationId}` are filled in. */
export const pathTemplateSchema = z
  .string()
  .max(2000)
  .startsWith('/', 'A path template starts with "/", for example /api/trust/v1/payments/{resourceId}')

/** A shared secret has at most 4,096 characters; a certificate or JWK set more. */
const longestSecret = 65_536

const handshakeName = z.string().refine((name) => handshakeOf(name) !== undefined, {
  error: (issue) =>
    `There is no handshake "${String(issue.input).slice(0, 80)}". Take names of ${handshakes.map(({ name }) => name).join(', ')}.`,
})

const verifyToken = z
  .string()
  .regex(/^[\x21-\x7e]{0,256}$/, 'A verify token has at most 256 letters, digits and signs, without spaces.')

/** The handshakes that an environment answers: `GET` and `PUT /environments/{id}/handshakes`. */
export const handshakesInputSchema = z.object({
  on: z.array(handshakeName).max(50),
  verifyToken: verifyToken.optional(),
})

export const handshakesSchema = environmentSchema.shape.handshakes.extend({
  /** All supported handshakes, with the evidence for each. */
  available: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      /** Ids of the presets for which it is on by default. */
      senders: z.array(z.string()),
      evidence: z.enum(evidences),
      source: z.string(),
    }),
  ),
})

export const environmentInputSchema = z.object({
  name: personalName('Give the environment a name.'),
  /** `service` unless it is given; the sandbox stays one. */
  kind: z.enum(['service', 'sender']).optional(),
  /** Null for none. */
  colour: z
    .enum(environmentColours, { error: `A colour is null or one of: ${environmentColours.join(', ')}.` })
    .nullable()
    .optional(),
  production: z.boolean().optional(),
  authUrl: z.union([z.literal(''), rootUrl]).optional(),
  baseUrl: z.union([z.literal(''), rootUrl]).optional(),
  clientId: z.string().max(500).optional(),
  audience: z.string().max(500).optional(),
  /** Fields to store as secrets: sealed at rest, and returned as {set, fingerprint} only. */
  sealedNames: z.array(z.enum(['clientId', 'audience'])).optional(),
  username: z.string().max(500).optional(),
  /** Written as text, read as {set, fingerprint}. An empty text clears it. Of a `sender`: the token or API key for its API. */
  password: z
    .string()
    .max(4096)
    .refine((text) => !/[\r\n\0]/.test(text), { error: 'A password or key has no line breaks.' })
    .optional(),
  apiKeyHeader: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{0,128}$/, 'A header name has letters, digits and hyphens only.')
    .refine((name) => !/^(?:host|content-length|transfer-encoding|connection|cookie|accept)$/i.test(name), {
      error: 'This header has another meaning. Choose the one that the API takes its key in.',
    })
    .optional(),
  readonlyUsername: z.string().max(500).optional(),
  readonlyPassword: z.string().max(4096).optional(),
  signatureScheme: z.string().max(80).optional(),
  /** Empty for the scheme's own header. */
  signatureHeader: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{0,128}$/, 'A header name has letters, digits and hyphens only.')
    .optional(),
  signatureSetting: z.string().max(500).optional(),
  ownScheme: signatureSchemeSchema
    .refine(({ label }) => unseenIn(label) === null, {
      path: ['label'],
      error: (issue) => unseenProblem((issue.input as { label: string }).label),
    })
    .optional(),
  /** Names of the handshakes that are answered; those of the sender when it is never given. */
  handshakes: z.array(handshakeName).max(50).optional(),
  /** Written as text, read as {set, fingerprint}. An empty text clears it. */
  verifyToken: verifyToken.optional(),
  followUnverified: z.boolean().optional(),
  followTunnel: z.boolean().optional(),
  onQuit: z.enum(['leave', 'disable', 'restore']).optional(),
  /** All limits; an absent field means no limit. */
  retention: retentionSchema.optional(),
  /** Makes this the current shared secret; the one before stays good for verification. */
  sharedSecret: z.string().min(1, 'The shared secret cannot be empty.').max(longestSecret).optional(),
  /** All shared secrets as text, newest first; one that is left out no longer verifies. */
  sharedSecrets: z.array(z.string().min(1, 'The shared secret cannot be empty.').max(longestSecret)).max(50).optional(),
  resourcePaths: z.record(z.string().min(1).max(200), pathTemplateSchema).optional(),
})

/** Credentials to test as they are typed: each replaces the stored one for this test, and none is kept. */
export const triedCredentialsSchema = environmentInputSchema
  .pick({
    authUrl: true,
    baseUrl: true,
    clientId: true,
    audience: true,
    username: true,
    password: true,
    readonlyUsername: true,
    readonlyPassword: true,
  })
  .partial()

/** An environment without secrets, receiver key and fingerprints; a fingerprint would confirm a guessed secret. */
const portableEnvironmentSchema = environmentInputSchema
  .pick({
    name: true,
    colour: true,
    production: true,
    authUrl: true,
    baseUrl: true,
    clientId: true,
    audience: true,
    sealedNames: true,
    username: true,
    readonlyUsername: true,
    kind: true,
    signatureScheme: true,
    signatureHeader: true,
    signatureSetting: true,
    apiKeyHeader: true,
    handshakes: true,
    ownScheme: true,
    resourcePaths: true,
    followUnverified: true,
    followTunnel: true,
    onQuit: true,
  })
  .extend({ webhookTypes: z.array(z.string().min(1).max(200)).max(100).optional() })

/** Environments as a file: `GET /environments/export` gives it, `POST /environments/import` takes it. */
export const environmentsFileSchema = z.object({
  format: z.literal('hookscope-environments', {
    error: 'This is no file of environments: it has "format": "hookscope-environments".',
  }),
  version: z.literal(1, { error: 'The file is of a version that this Hookscope does not know; it reads version 1.' }),
  exportedAt: time.optional(),
  environments: z.array(portableEnvironmentSchema),
})

/** Secrets that a manually edited file may contain. The import ignores and reports them. */
const secretNames = ['password', 'readonlyPassword', 'sharedSecret', 'sharedSecrets'] as const
const unread = z.unknown().optional()

export const environmentsImportSchema = environmentsFileSchema.extend({
  environments: z
    .array(
      portableEnvironmentSchema.extend({
        password: unread,
        readonlyPassword: unread,
        sharedSecret: unread,
        sharedSecrets: unread,
      } satisfies Record<(typeof secretNames)[number], typeof unread>),
    )
    .max(200, 'A file has at most 200 environments.'),
})

export const importResultSchema = z.object({
  environments: z.array(environmentSchema),
  /** Notes for the user, as sentences: names that were taken, secrets to enter. */
  notes: z.array(z.string()),
  /** The same in machine-readable form, in the same order. */
  remarks: z.array(importRemarkSchema),
})
