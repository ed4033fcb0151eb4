import { z } from 'zod'

/** The result of one probe. An unknown result is `inconclusive`, never a pass. */
export const checkOutcomes = ['pass', 'fail', 'warning', 'inconclusive', 'not-applicable'] as const

/** How bad it is when a probe fails, the worst first. */
export const checkSeverities = ['critical', 'high', 'medium', 'low'] as const

/** Subjects of probes, in the order in which they are shown. */
export const checkGroups = [
  'valid',
  'forged',
  'spelling',
  'time',
  'repeats',
  'content',
  'transport',
  'answers',
] as const

/** How a run ended; `refused`: the handler refused a valid delivery, so nothing else was tried. */
export const checkStates = ['running', 'done', 'refused', 'died', 'cancelled'] as const

/** A: nothing to change. F: something critical. */
export const checkGrades = ['A', 'B', 'C', 'D', 'F'] as const

/** How effects can be counted over the API. */
export const checkEffects = ['follow-ups', 'none'] as const

/** One request of a probe and what came back. */
export const checkExchangeSchema = z.object({
  /** Names the difference of this request. */
  what: z.string(),
  expected: z.enum(['accepted', 'refused', 'handled']),
  status: z.number().nullable(),
  /** The reason where no answer came: a code such as ECONNREFUSED or TIMEOUT. */
  problem: z.string().nullable(),
  /** ms */
  took: z.number(),
  fits: z.boolean(),
  /** The head and the beginning of the body, as text; a secret in it is replaced. */
  sent: z.string(),
  answered: z.string(),
})

export const checkResultSchema = z.object({
  probe: z.string(),
  group: z.enum(checkGroups),
  title: z.string(),
  outcome: z.enum(checkOutcomes),
  severity: z.enum(checkSeverities),
  sentence: z.string(),
  /** The probe whose finding explains this result, which is `inconclusive` then; null where it speaks for itself. */
  follows: z.string().nullable(),
  /** The change to make; null where nothing has to be done. */
  change: z.string().nullable(),
  /** A command that sends the request that did not get the right answer; null where there is none. */
  curl: z.string().nullable(),
  /** The first of a pass; otherwise those with a wrong answer. */
  exchanges: z.array(checkExchangeSchema),
})

export const checkReportSchema = z.object({
  check: z.string(),
  url: z.string(),
  scheme: z.string(),
  startedAt: z.string(),
  /** ms; while it runs, up to now. */
  took: z.number(),
  state: z.enum(checkStates),
  /** Why it ended before the last probe, as a sentence; null where it did not. */
  stopped: z.string().nullable(),
  /** Texts of the handler or the template that `stopped` and the finding of the valid deliveries quote. */
  quotes: z.array(z.string()),
  /** Makes ids and bodies repeatable. */
  seed: z.number(),
  done: z.number(),
  of: z.number(),
  /** Requests that were sent. */
  sent: z.number(),
  /** The worst of all findings; null where the handler was not graded. */
  grade: z.enum(checkGrades).nullable(),
  results: z.array(checkResultSchema),
})

/** The handler to check, and how its sender signs. */
export const checkInputSchema = z
  .object({
    /** A handler on this machine. */
    url: z.string().min(1).max(2048),
    /** Id of a preset, or "own" for the environment's own scheme. */
    scheme: z.string().max(100),
    /** A text, which is not kept, or a stored one by its fingerprint. */
    secret: z.union([z.string().min(1).max(4096), z.object({ fingerprint: z.string().max(64) })]),
    /** Whose own scheme and secrets are meant; absent: the active one. */
    environment: z.string().max(100).optional(),
    /** A captured delivery as the valid one; it is signed again. */
    delivery: z.string().max(20).optional(),
    /** A message of the environment's contract, whose first example is the valid one. Not with `delivery`. */
    contractMessage: z.string().max(500).optional(),
    /**
     * How effects are counted: by the handler's requests to the sandbox for the objects that the deliveries are about, or not
     * at all. Absent: by those where the template is the example of the service or a delivery of the sandbox.
     */
    effects: z.enum(checkEffects).optional(),
    /** How long the work of a delivery takes at most, ms; absent: as long as the baseline shows. */
    settleMs: z.number().int().min(0).max(60_000).optional(),
    only: z.array(z.string().max(60)).max(100).optional(),
    skip: z.array(z.string().max(60)).max(100).optional(),
  })
  .refine(({ delivery, contractMessage }) => delivery === undefined || contractMessage === undefined, {
    error: 'Give either delivery or contractMessage.',
    path: ['contractMessage'],
  })

/** A run without what it found in detail. */
export const checkSummarySchema = checkReportSchema.omit({ results: true }).extend({
  results: z.array(checkResultSchema.pick({ probe: true, group: true, outcome: true, severity: true, follows: true })),
})
