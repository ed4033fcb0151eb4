/**
 * Schemas of a delivery and what belongs to it. Field names of all schemas in this folder are public:
 * more may be added, none renamed. Times are ISO 8601 with milliseconds in UTC, sizes bytes, durations milliseconds.
 */
import { z } from 'zod'
import { followUpReasonSchema } from '../codes/callFailures.ts'
import { handshakeChecks, handshakeOutcomes, handshakeReasonSchema } from '../codes/handshakes.ts'
import { contractStates } from '../codes/contractStates.ts'
import { followUpStates, verdicts } from '../codes/signature/verdicts.ts'
import { forwardedSchema, forwardSummarySchema } from './forwardSchemas.ts'
import { foreignSchema } from './foreignSchemas.ts'
import { timingSchema } from './parts/latencySchemas.ts'
import { requestMethod, targetUrl, typedHeader } from './parts/requestParts.ts'
import { personalName } from './parts/personalName.ts'
import { answeredBySchema, answerViewSchema, senderTriesSchema } from './responseSchemas.ts'
import { signatureSchema } from './signature/signatureSchemas.ts'

export const time = z.iso.datetime({ precision: 3 })

export const followUpSchema = z.object({
  state: z.enum(followUpStates),
  /** HTTP status of the last answer, or null when none came. */
  status: z.number().int().nullable(),
  /** A human-readable sentence, set when it failed or was skipped. */
  reason: z.string().nullable(),
  /** The same for code; null or absent where the sentence says it all, or there is nothing to say. */
  why: followUpReasonSchema.nullable().optional(),
  /** When one that waits is retried; absent or null where it is not. */
  dueAt: time.nullable().optional(),
})

/** Summary of a delivery in one line: from the difference, else its `changes`, else its body. */
export const headlineSchema = z.object({
  /** `object`: two snapshots of the object, or its first one; `changes`, `body`: of the delivery itself. */
  source: z.enum(['object', 'changes', 'body']),
  items: z.array(
    z.object({
      /** The field, such as `status` or `items[2].state`; at most 60 characters, as are the values. */
      field: z.string(),
      /** `changed`: from `before` to `after`, null where it was or is not there; `value`: it is `after`; `named`: it changed, without a value. */
      kind: z.enum(['changed', 'value', 'named']),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  /** Number of other fields that changed. */
  more: z.number().int(),
})

/** Where a delivery has the words of a search, in one line. */
export const searchMatchSchema = z.object({
  in: z.enum(['note', 'body', 'headers', 'request', 'object']),
  /** The text before the words, the words, and the text after them; at most 200 characters in all. */
  before: z.string(),
  text: z.string(),
  after: z.string(),
})

export const deliverySummarySchema = z.object({
  /** The sequence number of arrival, as text. Later deliveries have larger numbers. */
  id: z.string(),
  environmentId: z.string(),
  receivedAt: time,
  method: z.string(),
  size: z.number().int(),
  verdict: z.enum(verdicts),
  notificationId: z.string().nullable(),
  resourceType: z.string().nullable(),
  resourceId: z.string().nullable(),
  action: z.string().nullable(),
  /** Set for senders other than the service: the event type, and the number of events in the delivery. */
  eventType: z.string().nullable().optional(),
  events: z.number().int().optional(),
  /** Name of the handshake that it is; absent for all that are none. */
  handshake: z.string().optional(),
  /** Its name for people, and how it ended. */
  handshakeLabel: z.string().optional(),
  handshakeOutcome: z.enum(handshakeOutcomes).optional(),
  /** Null where a line has nothing to say. */
  headline: headlineSchema.nullable(),
  /** Set in a list with `matches`: where the words are; null where they are only in a long text. */
  match: searchMatchSchema.nullable().optional(),
  /** An earlier delivery carried the same notification id (and was at least as trustworthy as this one). */
  duplicate: z.boolean(),
  /** It is the n-th delivery of its notification among those as trustworthy as it is; null when it carries no id. */
  nth: z.number().int().nullable(),
  /** Sent again because the delivery before it was not answered well in time. */
  retried: z.boolean(),
  /** From createdAtUtc, by the sender's clock, to its arrival, by ours, ms; null when it names none, or one over a week off. */
  sentToReceivedMs: z.number().nullable(),
  /** That took longer than `cameLateAfterMs`: the way was slow, it was sent again, or the clocks differ. */
  cameLate: z.boolean(),
  pinned: z.boolean(),
  /** The user's note, or null. */
  note: z.string().nullable(),
  /**
   * Status that the receiver answered: 200, 405 and 413 for what it recorded but refused, or what a handshake or a rule asks
   * for. 0: nothing was answered (yet), because the answer is delayed, or the connection was reset or lost.
   */
  answeredStatus: z.number().int(),
  /** The rule that answered it; absent or null for the ordinary answer. */
  answeredBy: answeredBySchema.nullable().optional(),
  followUp: followUpSchema,
  /** Result of forwarding it to local apps; absent where it was not forwarded. */
  forward: forwardSummarySchema.optional(),
  /** Numbers of the changes of its shape that it shows and that are not accepted; absent where there are none. */
  drift: z.array(z.number().int()).optional(),
  /** The result of validating it against its environment's contract; absent without a contract, or before it was validated. */
  contract: z.enum(contractStates).optional(),
})

export const headerLine = z.tuple([z.string(), z.string()])

/** A request that a handshake of its environment recognised, as it is kept. */
export const handshakeRecordSchema = z.object({
  name: z.string(),
  outcome: z.enum(handshakeOutcomes),
  checked: z.array(z.enum(handshakeChecks)),
  /** Why it was refused; null otherwise. */
  why: handshakeReasonSchema.nullable(),
  /** Headers and body of the answer, without secrets; null for the ordinary answer. */
  answer: z.object({ headers: z.array(headerLine), body: z.string() }).nullable(),
})

export const attemptSchema = z.object({
  id: z.string(),
  /** `confirmation`: the address that confirms a subscription was fetched. */
  kind: z.enum(['follow-up', 'forward', 'replay', 'confirmation']),
  startedAt: time,
  method: z.string(),
  url: z.string(),
  /** Credentials are replaced by "[redacted]" before an attempt is kept. */
  requestHeaders: z.array(headerLine),
  /** The sent body as text where it was not the delivery's own; null or absent where it was. */
  requestBody: z.string().nullable().optional(),
  status: z.number().int().nullable(),
  responseHeaders: z.array(headerLine),
  /** The answer's body as text, invalid UTF-8 shown as U+FFFD; null when none came. */
  body: z.string().nullable(),
  /** The answer was longer than what is kept. */
  bodyTruncated: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  timing: z.object({
    queue: z.number().nullable(),
    connect: z.number().nullable(),
    firstByte: z.number().nullable(),
    total: z.number().nullable(),
  }),
  /** Of a replay: what it differed in from the delivery; null for other attempts. */
  replayed: z
    .object({
      signedAnew: z.boolean(),
      /** It had another body, which is `requestBody`. */
      edited: z.boolean(),
      /** The secret that signed it again; absent where none did. */
      signedWith: z.object({ label: z.string(), fingerprint: z.string() }).optional(),
    })
    .nullable()
    .optional(),
  /** The forwarding rule and the number of the try; null or absent for other attempts. */
  forwarded: forwardedSchema.nullable().optional(),
})

export const deliverySchema = deliverySummarySchema.extend({
  target: z.string(),
  httpVersion: z.string(),
  headers: z.array(headerLine),
  trailers: z.array(headerLine),
  peer: z.object({ address: z.string(), port: z.number().int() }),
  /** The tunnel that it came through, or null when it came directly. */
  tunnel: z
    .object({
      /** Id of its provider, such as "localtunnel". */
      provider: z.string(),
      label: z.string(),
      /** The public address then, without a path. */
      publicUrl: z.string(),
      /** Its headers are as normalised by the tunnel, not as they were sent. */
      headersNormalised: z.boolean(),
    })
    .nullable(),
  /** Whom the tunnel or proxy names as the sender (X-Forwarded-For). A claim: any client can write this header. */
  claimedAddress: z.string().nullable(),
  truncated: z.boolean(),
  contentLength: z.number().nullable(),
  /** Lower-case hex SHA-256 of the stored bytes. */
  sha256: z.string(),
  /** The notification's own text, unparsed: seven fractional digits would not survive a Date. */
  createdAtUtc: z.string().nullable(),
  organizationId: z.string().nullable(),
  /** The notification's `changes` as JSON text (it may be of any shape), or null when absent or null. */
  changes: z.string().nullable(),
  /** The senders that it looks like, where the environment's own did not sign it; `evidence` names headers, and fields as JSON pointers. */
  looksLike: z.array(
    z.object({
      /** Id of a preset (GET /signature-schemes). */
      scheme: z.string(),
      label: z.string(),
      evidence: z.array(z.object({ from: z.enum(['header', 'body']), name: z.string() })),
    }),
  ),
  /** Why the body could not be read as a notification, or null when it could. */
  notificationProblem: z.string().nullable(),
  /** Checks and answer of a handshake; absent for all others. */
  handshakeDetail: handshakeRecordSchema
    .omit({ name: true })
    .extend({
      label: z.string(),
      /** `why` as a sentence. */
      problem: z.string().nullable(),
      /** A secret that it brought and that waits for a decision. */
      offered: z.object({ id: z.string(), fingerprint: z.string() }).nullable(),
    })
    .optional(),
  answeredBy: answeredBySchema.nullable(),
  /** A rule's answer, and how that ended; absent for the ordinary answer. */
  answer: answerViewSchema.optional(),
  /** All deliveries of its notification, compared with the sender's documented schedule; absent or null where there is nothing to compare. */
  senderTries: senderTriesSchema.nullable().optional(),
  committedAt: time.nullable(),
  answeredAt: time.nullable(),
  timing: timingSchema,
  signature: signatureSchema,
  attempts: z.array(attemptSchema),
  /** Set for a delivery from a case file or an import. */
  foreign: foreignSchema.optional(),
})

/** Letters of a body that is typed in: one of 1 MiB, with room for laying it out in lines. */
const maxBodyCharacters = 2_097_152

/** How a delivery is sent again. Absent fields are sent as they came. */
export const replayInputSchema = z
  .object({
    url: targetUrl,
    method: requestMethod.optional(),
    /**
     * In place of the delivery's headers, in this order; a name may come more than once. Headers of the connection (Host,
     * Content-Length and the like) are left out and set when it is sent.
     */
    headers: z.array(typedHeader).max(500, 'A request takes at most 500 headers.').optional(),
    /** `received`: with the headers as they came. `new`: with a fresh signature and timestamp. */
    signature: z.enum(['received', 'new']).default('received'),
    /** Signs with this secret instead of the current one: one of any environment, named by its fingerprint. */
    secretFingerprint: z
      .string()
      .regex(/^[0-9a-f]{8}$/, 'A fingerprint is 8 hex digits.')
      .optional(),
    /** Signs with this secret, which is not kept. */
    secret: z.string().min(1, 'Give the secret to sign with.').max(65_536).optional(),
    /** Sent in place of the body, in UTF-8. The signature that came does not fit it. */
    bodyText: z
      .string()
      .max(
        maxBodyCharacters,
        `A body that is typed in takes at most ${maxBodyCharacters.toLocaleString('en')} characters.`,
      )
      .optional(),
    /** The address may be that of Hookscope's own receiver: the delivery then comes in once more, as a new one. */
    toReceiver: z.boolean().default(false),
    /** The host beyond this machine that the user allows. */
    allowHost: z.string().max(255).optional(),
  })
  .refine(({ secret, secretFingerprint }) => secret === undefined || secretFingerprint === undefined, {
    error: 'Give either secret or secretFingerprint, not both.',
    path: ['secret'],
  })
  .refine(
    ({ signature, secret, secretFingerprint }) =>
      signature === 'new' || (secret === undefined && secretFingerprint === undefined),
    { error: 'A secret signs only where signature is "new".', path: ['signature'] },
  )

/** Deliveries that were deleted and can be brought back for a while. */
export const deletionSchema = z.object({
  /** Names it for undelete; null where nothing was deleted. */
  deletion: z.string().nullable(),
  deliveries: z.number().int(),
  /** Deliveries that were kept because they are pinned. */
  pinnedKept: z.number().int(),
  /** Until then they can be brought back; after that they are removed permanently. Null where nothing was deleted. */
  undoUntil: time.nullable(),
})

const maxIds = 10_000

export const deletionInputSchema = z
  .object({
    ids: z
      .array(z.string().regex(/^\d{1,15}$/, 'An id has digits only.'))
      .min(1)
      .max(maxIds)
      .optional(),
    /** In the language of the page; "" is every delivery. */
    filter: z.string().max(2000).optional(),
    /** Only of this environment; with a filter. */
    environment: z.string().optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    error: 'Give either ids or filter.',
    path: ['filter'],
  })

export const deliveryQuerySchema = z
  .object({
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** Cursor: only deliveries that came before this id. */
    before: z.string().regex(/^\d+$/, 'The id of a delivery has digits only.').optional(),
    /** Cursor of the other direction: only deliveries that came after this id, oldest first; "0" is all. */
    after: z
      .string()
      .regex(/^\d{1,15}$/, 'The id of a delivery has digits only.')
      .optional(),
    /** Words to find in body, headers and fields. */
    q: z.string().max(500).optional(),
    verdict: z.enum(verdicts).optional(),
    resourceType: z.string().optional(),
    action: z.string().optional(),
    environment: z.string().optional(),
    /** Deliveries of an opened case file, by the id of the case, instead of one's own. */
    case: z.string().max(40).optional(),
    /** All of it in one text, as the page's filter has it: `verdict:invalid type:Payment is:late body.amount>100 "some words"`. */
    filter: z.string().max(2000).optional(),
    /** `true`: items say where they have the words of `q` and `filter`. */
    matches: z.enum(['true', 'false']).optional(),
  })
  .refine(({ before, after }) => before === undefined || after === undefined, {
    error: 'Give either before or after, not both.',
    path: ['after'],
  })

/** Absent fields stay as they are; a note of null, or without any text, removes the note. */
export const annotationInputSchema = z.object({
  pinned: z.boolean().optional(),
  note: z.string().max(4000, 'A note takes at most 4,000 characters.').nullable().optional(),
})

export const annotationSchema = z.object({ pinned: z.boolean(), note: z.string().nullable() })

const filterName = personalName('Give the filter a name.')
const filterText = z.string().trim().min(1, 'There is no filter to save.').max(2000)

export const savedFilterInputSchema = z.object({ name: filterName, filter: filterText })

/** A filter with a name. */
export const savedFilterSchema = z.object({ id: z.string(), name: z.string(), filter: z.string() })

/** A key of the filter that does not exist, and was searched as a word. `nearest` is what it most likely means, or null. */
const unknownFilterKeySchema = z.object({
  code: z.literal('unknown-filter-key'),
  fields: z.object({ key: z.string(), nearest: z.string().nullable() }),
  message: z.string(),
})
export type UnknownFilterKey = z.output<typeof unknownFilterKeySchema>

/** A filter asks for drift while some deliveries were not compared with their shape yet. */
const driftPendingSchema = z.object({
  code: z.literal('drift-pending'),
  fields: z.object({ pending: z.number().int() }),
  message: z.string(),
})
export type DriftPending = z.output<typeof driftPendingSchema>

export const deliveryPageSchema = z.object({
  items: z.array(deliverySummarySchema),
  next: z.string().nullable(),
  /** With `after`: the newest delivery that was looked at. Go on after it for what comes later; `next` is null until then. */
  seen: z.string().optional(),
  /** Keys of the filter that may be typing mistakes; absent when there are none. */
  remarks: z.array(z.discriminatedUnion('code', [unknownFilterKeySchema, driftPendingSchema])).optional(),
})

/** A field that deliveries had. */
export const seenFieldSchema = z.object({
  /** As a filter asks for it, such as "body.data.object.amount". */
  place: z.string(),
  /** Number of deliveries that had it, of the newest 100. */
  deliveries: z.number().int(),
})
