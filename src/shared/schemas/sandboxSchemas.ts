/** Schemas of the built-in sandbox. */
import { z } from 'zod'
import { clockTakes, readClockChange } from '../clock/clockChange.ts'

/** An object that is there to count who asks for it, as a notification names it. */
export const watchedObjectSchema = z.object({ id: z.string(), resourceType: z.string(), organizationId: z.string() })

export const sandboxObjectSchema = z.object({
  /** Spelled as in notifications, such as "CustodialAccount". */
  resourceType: z.string(),
  id: z.string(),
  /** ISO 8601. */
  updatedAt: z.string(),
  /** Such as "processing"; null for types without a state. */
  state: z.string().nullable(),
  /** A few words for a list, such as "EUR 1,250.00 to Nordlicht GmbH". */
  label: z.string(),
})

const share = z.number().min(0, 'A share is 0 to 1.').max(1, 'A share is 0 to 1.')

/** How the sandbox sends its notifications. */
export const sandboxSettingsSchema = z.strictObject({
  /** Seconds from a failed attempt to the next one; empty: it does not try again. */
  retryWaits: z
    .array(z.number().min(0).max(604_800, 'A wait is at most a week.'))
    .max(30, 'A schedule has at most 30 retries.'),
  /** Divides these waits: with 100, 10 s are 0.1 s. */
  timeFactor: z.number().min(1, 'The factor is 1 to 100,000.').max(100_000, 'The factor is 1 to 100,000.'),
  /** From an event to its first delivery, ms. */
  delayMs: z.number().int().min(0).max(60_000, 'A delivery waits at most 60 s.'),
  /** Maximum of the random extra delay that makes deliveries arrive out of order, ms. */
  shuffleMs: z.number().int().min(0).max(60_000, 'A delivery waits at most 60 s.'),
  /** Shares of the notifications that are sent twice, have a wrong signature, or lose the first answer and are sent again. */
  duplicates: share,
  wrongSignatures: share,
  lostAnswers: share,
})

export const sandboxClockSchema = z.object({
  /** ISO 8601. */
  now: z.string(),
  /** How far it is ahead of the real clock, ms; negative where it is behind. */
  aheadMs: z.number().int(),
  frozen: z.boolean(),
})

/** A change of the sandbox's clock: `+30d`, a moment, `freeze`, `run`, `real`. */
export const clockChangeSchema = z
  .string()
  .regex(/^(?:freeze|run|real|[+-]\d{1,7}[smhd]|\d{4}-\d\d-\d\dT.{1,40})$/, { error: clockTakes, abort: true })
  .refine((text) => readClockChange(text, 0) !== null, { error: clockTakes })

/** Field name to value, as the objects of the organization API have them. */
export const sandboxFieldsSchema = z.record(z.string().max(200), z.json())

export const sandboxSchema = z.object({
  url: z.string(),
  authUrl: z.string(),
  baseUrl: z.string(),
  clientId: z.string(),
  audience: z.string(),
  username: z.string(),
  organizationId: z.string(),
  webhookConfig: z.object({ url: z.string(), enabled: z.boolean(), webhookTypes: z.array(z.string()) }),
  settings: sandboxSettingsSchema,
  /** Its time: all of the sandbox follows it, and nothing else does. The real time after each start. */
  clock: sandboxClockSchema,
  /** Newest first, at most 200. */
  objects: z.array(sandboxObjectSchema),
  /** The sender's last deliveries, newest first, at most 100. */
  outbox: z.array(
    z.object({
      notificationId: z.string(),
      resourceType: z.string(),
      action: z.string(),
      /** 1 for the first try. */
      attempt: z.number().int(),
      at: z.string(),
      state: z.enum(['sending', 'delivered', 'retrying', 'given-up']),
      status: z.number().int().nullable(),
      problem: z.string().nullable(),
      nextAttemptAt: z.string().nullable(),
    }),
  ),
})

/** Ways in which the sandbox misbehaves on request, to see what the inspector makes of it. */
export const sandboxSpecialKinds = [
  'wrong-signature',
  'tampered',
  'old-secret',
  'unsigned',
  'duplicate',
  'lost-answer',
  'unknown-type',
  'not-json',
] as const
