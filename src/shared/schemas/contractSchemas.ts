/** Schemas of contracts: documents that say what a sender sends, and what validating against them found. */
import { z } from 'zod'
import { time } from './deliverySchemas.ts'
import { contractStates } from '../codes/contractStates.ts'
import { contractProblemReasonSchema, contractRemarkSchema } from '../codes/contracts.ts'

export const contractStateSchema = z.enum(contractStates)

/** Something that does not fit the schema. */
export const contractViolationSchema = z.object({
  /** JSON Pointer into the body; empty for all of it. */
  pointer: z.string(),
  /** The keyword of JSON Schema, such as `required`; `json` for a body that is not JSON. */
  rule: z.string(),
  /** The schema's demand and the value that came; null for an absent value. At most 200 characters each. */
  expected: z.string(),
  found: z.string().nullable(),
})

/** How the message of a delivery was found. */
export const contractMatchSchema = z.object({
  /** `only`: the contract has a single message, which nothing tells apart. */
  by: z.enum(['header', 'field', 'name', 'only']),
  /** Where the delivery says it, such as `header.x-github-event` or `body.type`, with its value. */
  evidence: z.array(z.object({ place: z.string(), value: z.string() })),
})

/** The result of validating one delivery. */
export const contractResultSchema = z.object({
  state: contractStateSchema,
  /** Name of the message in the contract, or null. */
  message: z.string().nullable(),
  matched: contractMatchSchema.nullable(),
  /** The first 50. */
  violations: z.array(contractViolationSchema),
  /** Number of further violations. */
  more: z.number().int(),
  why: contractRemarkSchema.nullable(),
  /** `why` as a sentence. */
  reason: z.string().nullable(),
})

export const contractProblemSchema = z.object({
  /** The file, as a path below the contract's folder, and the line where that is known. */
  file: z.string(),
  line: z.number().int().nullable(),
  /** JSON Pointer into the file. */
  pointer: z.string(),
  why: contractProblemReasonSchema,
  message: z.string(),
})

export const contractMessageSchema = z.object({
  name: z.string(),
  summary: z.string().nullable(),
  /** Where the document defines it: the file and a JSON Pointer. */
  place: z.string(),
  /** A problem keeps its schema from being used. */
  usable: z.boolean(),
  /** Number of examples that the document has of it. */
  examples: z.number().int(),
})

/** A document as it was read. */
export const contractDocumentSchema = z.object({
  format: z.enum(['OpenAPI', 'AsyncAPI', 'JSON Schema']).nullable(),
  title: z.string().nullable(),
  version: z.string().nullable(),
  files: z.number().int(),
  /** All messages, at most 10,000. */
  messages: z.array(contractMessageSchema),
  /** At most 200. */
  problems: z.array(contractProblemSchema),
  /** Number of further problems. */
  moreProblems: z.number().int(),
})

/** Number of deliveries by what the contract says. */
export const contractCountsSchema = z.object({
  held: z.number().int(),
  violated: z.number().int(),
  unmatched: z.number().int(),
  unfinished: z.number().int(),
})

/** Where a contract is: a file or folder of this machine, or the document that the sandbox publishes. */
export const contractSourceSchema = z.object({
  path: z.string().nullable(),
  builtIn: z.literal('sandbox').nullable(),
})

/** The contract of an environment; all null where it has none. */
export const contractViewSchema = z.object({
  source: contractSourceSchema.nullable(),
  document: contractDocumentSchema.nullable(),
  readAt: time.nullable(),
  /** `pending`: deliveries that were not validated yet. */
  counts: contractCountsSchema.extend({ pending: z.number().int() }).nullable(),
})

export const contractPathSchema = z
  .string()
  .min(1, 'Give the path of a file or folder.')
  .max(4096)
  .refine((path) => /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path), 'Give a path from the root, such as /home/me/openapi.yaml.')
  .refine((path) => !path.includes('\0'), 'A path has no NUL.')

/** `headers`: those whose value the message fixes. */
export const contractExampleSchema = z.object({
  message: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
})

/** Results of validating stored deliveries. */
export const contractCheckSchema = z.object({
  contract: contractDocumentSchema.extend({
    /** Number of messages. */
    messages: z.number().int(),
  }),
  counts: contractCountsSchema,
  /** Deliveries that violate it or were not validated to the end, newest first, at most 1,000. */
  results: z.array(contractResultSchema.extend({ deliveryId: z.string() })),
  /** Number of further ones. */
  moreResults: z.number().int(),
  /** False where there are further deliveries than the limit. */
  complete: z.boolean(),
})
