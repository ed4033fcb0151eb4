/** Response rules: which requests of an environment get another answer than 200, and how each was answered. */
import { z } from 'zod'
import { answerEndings, answerRemarkSchema, responseRuleRemarkSchema, openableMethods } from '../codes/responses.ts'
import { ofGetOnly } from './parts/ofGetOnly.ts'
import { personalName } from './parts/personalName.ts'

const time = z.iso.datetime({ precision: 3 })
/** A time as users and other programs write it. */
const moment = z.iso.datetime({ offset: true, error: 'Give a time such as 2026-11-23T14:05:00Z, or leave it out.' })

/** Largest body of a rule, characters, and the longest delay, ms. */
const maxBody = 65_536
const longestDelayMs = 60_000
const maxRules = 100

const whole = z.number().int()
const count = whole.min(1, 'Counting begins at 1.').max(1_000_000_000)

const whenSchema = z.strictObject({
  /** In the language of the inbox; what is known only later (`status:`, `is:`) cannot be asked for. */
  filter: z.string().max(2000).optional(),
  method: z
    .string()
    .regex(/^[A-Z]{1,32}$/, 'A method is one word in capital letters, such as POST.')
    .optional(),
  /** Below the receiver path: `/`, `/orders`, `/orders/*`. */
  path: z
    .string()
    .regex(/^\/[\x21-\x7e]{0,500}$/, 'A path starts with / and has no spaces: /orders, or /orders/* for all below.')
    .refine((text) => !/[?#]/.test(text), { error: 'Give the path without "?" and "#".' })
    .optional(),
  /** Which of the requests that fit all of the above, counted since the rule was switched on. */
  nth: z.strictObject({ from: count.optional(), to: count.optional(), every: count.optional() }).optional(),
  chance: z
    .strictObject({
      /** Share of the requests, above 0 and at most 1. */
      of: z.number().gt(0, 'A chance is above 0 and at most 1.').max(1, 'A chance is above 0 and at most 1.'),
      /** The same seed picks the same requests. */
      seed: whole,
    })
    .optional(),
})

const answerSchema = z.strictObject({
  status: whole.min(200, 'A status is 200 to 599.').max(599, 'A status is 200 to 599.'),
  headers: z
    .array(z.tuple([z.string().max(256), z.string().max(8192)]))
    .max(50, 'An answer has at most 50 headers.')
    .optional(),
  body: z
    .string()
    .max(maxBody, `A body has at most ${maxBody.toLocaleString('en')} characters.`)
    .optional(),
  delayMs: whole
    .min(0)
    .max(longestDelayMs, `An answer is delayed by at most ${longestDelayMs / 1000} s (60,000 ms).`)
    .optional(),
  /** Bytes of the body that are sent before the connection is closed. */
  truncateAt: whole.min(0).max(10_000_000).optional(),
  /** The connection is reset: before the first byte, or in the middle of the answer. */
  reset: z.enum(['before', 'middle']).optional(),
})

export const responseRuleSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/, 'An id has letters, digits, _ and - only.'),
  name: personalName('Give the rule a name.'),
  enabled: z.boolean(),
  /** From then on the rule is off. */
  until: moment.nullable().optional(),
  when: whenSchema.default({}),
  answer: answerSchema,
})

/** A new rule needs no id: it gets one, or that of the rule with its name. */
const ruleList = z
  .array(
    responseRuleSchema
      .partial({ id: true })
      .extend({ state: ofGetOnly, switchedOnAt: ofGetOnly, matched: ofGetOnly, answered: ofGetOnly }),
  )
  .max(maxRules, `An environment has at most ${maxRules} response rules.`)

/** Input of PUT, which is also the file: `hookscope` and `version` may be left out. */
export const responseRulesInputSchema = z.object({
  hookscope: z.literal('response-rules', { error: 'This file has no response rules.' }).optional(),
  version: z.literal(1, { error: 'This file is of a newer version of Hookscope. Update Hookscope.' }).optional(),
  rules: ruleList,
  /** Methods other than POST that the receiver path accepts. If absent, nothing changes. */
  methods: z.array(z.enum(openableMethods)).max(openableMethods.length).optional(),
  /** Whether `/in/KEY/anything` is open. If absent, nothing changes. */
  subPaths: z.boolean().optional(),
  remarks: ofGetOnly,
})

const ruleViewSchema = responseRuleSchema.extend({
  until: time.nullable(),
  /** `ended`: its end time is over. */
  state: z.enum(['on', 'off', 'ended']),
  /** Since when it is on; null while it is off. */
  switchedOnAt: time.nullable(),
  /** Requests that fit it since then, before `nth` and `chance`, and those that it answered. */
  matched: whole,
  answered: whole,
})

export const responseRulesSchema = z.object({
  hookscope: z.literal('response-rules'),
  version: z.literal(1),
  rules: z.array(ruleViewSchema),
  methods: z.array(z.enum(openableMethods)),
  subPaths: z.boolean(),
  /** Rules that can never match, and why. */
  remarks: z.array(z.object({ ruleId: z.string(), why: responseRuleRemarkSchema, message: z.string() })),
})

/** The rule that answered a delivery; `kind` says whose: a response rule, or a forward rule that passes on the app's answer. */
export const answeredBySchema = z.object({
  kind: z.enum(['response-rule', 'forward-rule']),
  ruleId: z.string(),
  name: z.string(),
})

/** The answer of a delivery that did not get the ordinary one, as it is kept. */
export const answerRecordSchema = z.object({
  /** Null where a rule matched and could not answer. */
  by: answeredBySchema.nullable(),
  /** It was the n-th request that fits its rule; null for the app's own answer. */
  nth: whole.nullable(),
  status: whole,
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** The first characters of it. */
  body: z.string(),
  bodySize: whole,
  delayMs: whole,
  reset: z.enum(['before', 'middle']).nullable(),
  truncateAt: whole.nullable(),
  remarks: z.array(answerRemarkSchema),
})

/** The same as it is read, with how it ended and its remarks as sentences. */
export const answerViewSchema = answerRecordSchema.omit({ remarks: true }).extend({
  ending: z.enum(answerEndings),
  remarks: z.array(z.object({ why: answerRemarkSchema, message: z.string() })),
})

/** The sender's reaction to each answer. */
export const senderTriesSchema = z.object({
  tries: z.array(
    z.object({
      deliveryId: z.string(),
      receivedAt: time,
      answeredStatus: whole,
      answeredBy: answeredBySchema.nullable(),
      /** Since the try before it, ms; null for the first. */
      afterMs: z.number().nullable(),
      /** The wait in the documented schedule, ms; null where it has none. */
      expectedMs: z.number().nullable(),
      fit: z.enum(['as-documented', 'earlier', 'later']).nullable(),
    }),
  ),
  /** Null where none is known for the environment's sender; `waits` in seconds. */
  schedule: z
    .object({ waits: z.array(z.number()), evidence: z.enum(['documented', 'unconfirmed']), source: z.string() })
    .nullable(),
})
