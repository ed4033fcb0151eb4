/** The search for the smallest delivery that still fails. */
import { z } from 'zod'
import { slashedProblem } from '../../basics/slashed.ts'
import { headerLine, time } from '../deliverySchemas.ts'
import { requestPath } from './fixtureSchemas.ts'
import { targetUrl } from '../parts/requestParts.ts'

const whole = z.number().int()

export const shrinkInputSchema = z.strictObject({
  id: z.string().regex(/^\d{1,15}$/, 'An id has digits only.'),
  /** The handler. On this machine, unless `allowHost` names its host. */
  to: targetUrl,
  /** Path and query behind those of the handler. Default: what the delivery asked for behind the receiver's path. */
  path: requestPath.optional(),
  allowHost: z.string().max(255).optional(),
  /** Signs this search and is not kept. Default: the current secret of the delivery's environment. */
  secret: z.string().min(1, 'Give the secret to sign with.').max(65_536).optional(),
  /** The failure: this status or class of it, such as 500 or 5xx. */
  status: z
    .string()
    .regex(/^[1-5](?:xx|\d\d)$/, 'A status is three digits, or a class such as 5xx.')
    .optional(),
  /** The failure: an answer with this text, or one that matches, for `/expression/`. */
  answer: z
    .string()
    .min(1)
    .max(500)
    .refine((text) => slashedProblem(text) === null, 'An /expression/ has to be a regular expression of JavaScript.')
    .optional(),
  /** Maximum wait for an answer, ms. */
  timeoutMs: whole.min(50).max(60_000).default(10_000),
  maxRequests: whole.min(20).max(2000).default(500),
})

/**
 * `found`: with the smallest delivery that fails. `passing`: the delivery did not fail. `as-written`: only its exact bytes
 * fail. `flaky`: the same delivery failed and passed. `no-control`: everything fails. `stuck`: what had passed fails now.
 * `died`: nothing listens at the target any more. `limit`: requests or time were used up.
 */
export const shrinkStates = [
  'running',
  'found',
  'passing',
  'as-written',
  'flaky',
  'no-control',
  'stuck',
  'died',
  'limit',
  'cancelled',
] as const

/** A part of the smallest delivery without which it passes. */
export const shrinkClauseSchema = z.object({
  in: z.enum(['body', 'header']),
  /** Path in the body, such as `data.items[0].name`, or the name of the header. */
  place: z.string(),
  /** `length` and `elements`: only their number counts. `spelling`: upper and lower case of the name of a header. */
  what: z.enum(['null', 'empty', 'value', 'length', 'elements', 'spelling']),
  /** JSON of the value, the number, or the text of the header. */
  value: z.string(),
  /** The change with which it passed. */
  undone: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('removed') }),
    z.object({ kind: z.literal('value'), value: z.string() }),
    z.object({ kind: z.literal('length'), value: z.string() }),
  ]),
})

export const shrinkSchema = z.object({
  run: z.string(),
  state: z.enum(shrinkStates),
  deliveryId: z.string(),
  url: z.string(),
  startedAt: time,
  /** ms, up to now while it runs. */
  took: z.number(),
  /** Requests that were sent. */
  sent: whole,
  maxRequests: whole,
  /** The answer to the delivery as it came; null before it. */
  failing: z
    .object({
      status: whole.nullable(),
      /** Reason why no whole answer came. */
      problem: z.object({ code: z.string(), message: z.string() }).nullable(),
      /** The beginning of its text. */
      answer: z.string(),
    })
    .nullable(),
  /** The measure of the same failure: a status or a class, a text, the text of the first answer, a timeout, no answer. */
  counts: z.enum(['status', 'text', 'same-answer', 'timeout', 'no-answer']).nullable(),
  /** The smallest failing delivery, without its signature and without secrets. */
  smallest: z
    .object({ method: z.string(), path: z.string(), headers: z.array(headerLine), body: z.string() })
    .nullable(),
  /** Bytes of the body. */
  size: z.object({ original: whole, smallest: whole }),
  /** How the smallest body differs from the original one. JSON texts; null where a place is not there. */
  differences: z.array(z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  clauses: z.array(shrinkClauseSchema),
  repeated: z.object({ fails: whole, of: whole }),
  /** How often nothing listened at the target after a request, until it was there again. */
  restarts: whole,
  /** The name of the secret. Null where the delivery has no signature of its body and there is no secret: it is sent as it came. */
  signedWith: z.string().nullable(),
  /** The result in words; empty while it runs. */
  sentence: z.string(),
})
