/**
 * Schemas of case files and of what is handed over, imported and opened next to the user's own data. docs/caseFile.md describes
 * the file for people and other programs.
 */
import { z } from 'zod'
import { caseRefusalSchema } from '../codes/caseFiles.ts'
import { personalDetectors, redactionKinds, unreadReasons } from '../codes/redactions.ts'
import { attemptSchema, deliverySchema, time } from './deliverySchemas.ts'
import { redactionsSchema } from './foreignSchemas.ts'
import { signatureSchemeSchema } from './signature/signatureSchemas.ts'

const pointer = z
  .string()
  .max(300)
  .regex(/^(?:\/[^/]*)+$/, 'A JSON pointer starts with "/", for example /user/iban. * stands for any name or index.')

/** Parts that are left out of a file. Credentials always are. */
export const redactionSchema = z.object({
  /** Finds personal data by its form, and `field` by the names of fields. */
  personal: z.array(z.enum(personalDetectors)).max(20).default([]),
  /** Fields of bodies, such as /user/iban; `*` is any name or index. */
  pointers: z.array(pointer).max(200).default([]),
  fingerprints: z.enum(['kept', 'left-out']).default('kept'),
  /** Fields of bodies that are named for a credential stay, so that the signature can still be checked. */
  exactBodies: z.boolean().default(false),
})

/** Which deliveries: those named, those of a filter, or those of an object; of a case where one is named. */
export const caseSelectionSchema = z
  .object({
    ids: z
      .array(z.string().regex(/^(?:c[0-9a-f]{12}\.)?\d{1,15}$/, 'An id has digits only.'))
      .min(1)
      .max(100_000)
      .optional(),
    /** In the language of the page; "" is every delivery. */
    filter: z.string().max(2000).optional(),
    /** Only of this environment; with a filter. */
    environment: z.string().optional(),
    object: z.object({ environment: z.string(), resourceType: z.string(), resourceId: z.string() }).optional(),
    /** An opened case, instead of one's own deliveries. */
    case: z.string().max(40).optional(),
  })
  .refine(({ ids, filter, object }) => [ids, filter, object].filter((one) => one !== undefined).length === 1, {
    error: 'Give one of ids, filter and object.',
    path: ['filter'],
  })

export const exportForms = ['case', 'json', 'ndjson', 'har', 'curl', 'http'] as const

export const exportInputSchema = z.object({
  selection: caseSelectionSchema,
  redaction: redactionSchema.default({ personal: [], pointers: [], fingerprints: 'kept', exactBodies: false }),
  as: z.enum(exportForms).default('case'),
})

/** A delivery for others, without anything that would let them act as the user: one line of a file. */
export const deliveryFileSchema = z.object({
  format: z.literal('hookscope-delivery'),
  version: z.literal(1),
  delivery: deliverySchema.omit({ foreign: true }).extend({
    attempts: z.array(
      attemptSchema.extend({
        /** The exact bytes, where `body` and `requestBody` are not all of them: they were no UTF-8. */
        bodyBase64: z.string().optional(),
        requestBodyBase64: z.string().optional(),
      }),
    ),
  }),
  /** The bytes that are kept, in base64. `sha256` is "[redacted]" where the body is not as it came. */
  body: z.object({ base64: z.string(), size: z.number().int(), complete: z.boolean(), sha256: z.string() }),
  /** Places that were replaced by "[redacted]". */
  redactions: redactionsSchema,
  note: z.string().nullable(),
})

/** The first line. */
export const caseHeadSchema = z.object({
  hookscope: z.literal('case'),
  version: z.number().int(),
  createdAt: time,
  /** Version of the program that wrote it. */
  createdBy: z.string().max(80).optional(),
  redactions: z.object({
    credentials: z.literal(true),
    personal: z.array(z.string().max(40)).max(50),
    pointers: z.array(z.string().max(300)).max(200),
    fingerprints: z.enum(['kept', 'left-out']),
    exactBodies: z.boolean(),
  }),
})

const fingerprint = z.string().regex(/^[0-9a-f]{8}$/, 'A fingerprint is 8 hex digits.')

/** Where deliveries came from: comes before the first of them. */
export const caseEnvironmentSchema = z.object({
  id: z.string().max(80),
  name: z.string().max(200),
  kind: z.enum(['sandbox', 'service', 'sender']),
  /** Id of a preset, or "own". */
  signatureScheme: z.string().max(80),
  /** The whole scheme, as it was used. */
  scheme: signatureSchemeSchema,
  /** Newest first. Empty where fingerprints were left out. */
  secrets: z.array(z.object({ label: z.string().max(200), fingerprint, retired: z.boolean() })).max(1000),
  /** The public address was left out of the file. */
  addressLeftOut: z.boolean(),
})

/** A piece of a file that was not taken. */
const refusedSchema = z.object({
  /** Line number in the file, from 1. */
  line: z.number().int(),
  why: caseRefusalSchema,
  /** The same as a sentence. */
  sentence: z.string(),
})

/** Number of deliveries that were checked again here, and the results. */
const recheckCountsSchema = z.object({ same: z.number().int(), different: z.number().int(), cannot: z.number().int() })

/** A case file that is opened, or another file that was imported: read-only, next to the user's own data. */
export const caseFileSchema = z.object({
  id: z.string(),
  /** The file's name, as it was given. */
  name: z.string(),
  from: z.enum(['case', 'json', 'ndjson', 'har']),
  openedAt: time,
  /** Head of a case file; null for other files. */
  head: caseHeadSchema.nullable(),
  deliveries: z.number().int(),
  /** Bytes of the file that were taken. */
  size: z.number().int(),
  environments: z.array(
    caseEnvironmentSchema.pick({ id: true, name: true, kind: true, signatureScheme: true, secrets: true }),
  ),
  rechecked: recheckCountsSchema,
  /** The first of them, and how many there are. */
  refused: z.array(refusedSchema),
  refusedCount: z.number().int(),
  /** It has no end: it was cut off. */
  cutOff: z.boolean(),
})

export const caseOpenedSchema = z.object({
  caseId: z.string(),
  deliveries: z.number().int(),
  refused: z.array(refusedSchema),
  refusedCount: z.number().int(),
  rechecked: recheckCountsSchema,
  cutOff: z.boolean(),
})

/** Places that would be replaced. */
export const exportPreviewSchema = z.object({
  /** Deliveries that match, and how many of them were looked through. */
  deliveries: z.number().int(),
  looked: z.number().int(),
  /** Number of them with a failed signature. The search for causes runs while the file is written and ends after `explainingSeconds`. */
  failed: z.number().int(),
  explainingSeconds: z.number(),
  counts: z.array(z.object({ kind: z.enum(redactionKinds), count: z.number().int(), deliveries: z.number().int() })),
  /** The first places, before and after. */
  examples: z.array(
    z.object({
      deliveryId: z.string(),
      at: z.string(),
      kind: z.enum(redactionKinds),
      before: z.string(),
      after: z.string(),
    }),
  ),
  /** Deliveries that can no longer be checked, by the reason. */
  unchecked: z.object({ body: z.number().int(), token: z.number().int(), address: z.number().int() }),
  /** Bodies that could not be searched, by the reason. */
  unread: z.array(z.object({ reason: z.enum(unreadReasons), count: z.number().int(), leftOut: z.number().int() })),
})
