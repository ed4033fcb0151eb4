/** Schema of the state of everything. */
import { z } from 'zod'
import { goLiveReasonSchema } from '../codes/goLive.ts'
import { concernSchema } from '../codes/health.ts'
import { time } from './deliverySchemas.ts'
import { environmentSchema } from './environmentSchemas.ts'
import { verificationSchema } from './signature/signatureSchemas.ts'
import { sandboxClockSchema } from './sandboxSchemas.ts'
import { tunnelSchema } from './tunnelSchemas.ts'
import { webhookConfigSchema } from './webhookConfigSchemas.ts'

const goLiveStep = z.object({
  done: z.boolean(),
  /** Where it stands, as a sentence, and as a code. */
  detail: z.string(),
  why: goLiveReasonSchema,
})

export const unseenSchema = z.object({
  count: z.number().int(),
  /** There were more than are counted. */
  more: z.boolean(),
  /** Ids of the first and the last of them, or null. */
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  /** How many of those that are counted each environment has, by its id; none of those without any. */
  byEnvironment: z.record(z.string(), z.number().int()),
})

export const statusSchema = z.object({
  version: z.string(),
  pid: z.number().int(),
  dataFolder: z.string(),
  /** How secrets are encrypted at rest, as a sentence. */
  secretStorage: z.string(),
  receiver: z.object({
    state: z.enum(['listening', 'failed']),
    origin: z.string().nullable(),
    /** The whole address that a sender posts to for the active environment. */
    url: z.string().nullable(),
    problem: z.string().nullable(),
    /** Requests for no known path: counted and answered 404, not stored. */
    strays: z.number().int(),
  }),
  tunnel: tunnelSchema.omit({ history: true }),
  environment: environmentSchema,
  webhookConfig: webhookConfigSchema,
  /** The last run over all stored deliveries, after a secret or scheme changed. */
  verification: verificationSchema,
  counts: z.object({
    deliveries: z.number().int(),
    byVerdict: z.record(z.string(), z.number().int()),
    /** By the id of the environment; none of those without any. */
    byEnvironment: z.record(z.string(), z.number().int()),
    /** When the newest delivery of each environment came, by its id. */
    lastByEnvironment: z.record(z.string(), time),
  }),
  health: z.object({
    store: z.enum(['ok', 'unavailable']),
    problem: z.string().nullable(),
    /** Deliveries that are stored and shown but not yet searchable. */
    indexBehind: z.number().int(),
    /** When the newest delivery came, or null. */
    lastDeliveryAt: time.nullable(),
    /** Deliveries a minute over the last five minutes, since the start of this process. */
    perMinute: z.number(),
    /** How many came within the last five minutes, or since the start of this process where that is less ago, and how long that is, ms. */
    recent: z.object({ deliveries: z.number().int(), ms: z.number() }),
    followUps: z.object({
      waiting: z.number().int(),
      failed: z.number().int(),
      /** Skipped because the environment's credentials were incomplete, by environment; those without any are left out. */
      withoutCredentials: z.array(
        z.object({
          environmentId: z.string(),
          count: z.number().int(),
          /** The missing credential, as a sentence; null when they can be run (`runSkippedFollowUps`). */
          missing: z.string().nullable(),
        }),
      ),
      /** Id of the newest delivery whose follow-up failed, or null. */
      lastFailed: z.string().nullable(),
      /** The environment of that delivery. */
      lastFailedEnvironmentId: z.string().nullable(),
    }),
    /** The forwarding rules that have given up deliveries, and how many; the others are left out. */
    givenUp: z.array(
      z.object({ environmentId: z.string(), ruleId: z.string(), name: z.string(), count: z.number().int() }),
    ),
    /** Current problems, as sentences; empty when all is well. */
    concerns: z.array(z.string()),
    /** The same for code, in the same order. */
    remarks: z.array(concernSchema),
  }),
  /** The response rules that are switched on, of all environments; `until`: null where they have no end time. */
  responseRules: z.array(
    z.object({ environmentId: z.string(), ruleId: z.string(), name: z.string(), until: time.nullable() }),
  ),
  /** The sandbox's time; absent while it is the real one. */
  sandboxClock: sandboxClockSchema.optional(),
  /** Failed deliveries of all environments that are unseen: neither opened nor scrolled past. */
  unseen: unseenSchema,
  goLive: z.object({
    credentials: goLiveStep,
    receiver: goLiveStep,
    webhookConfig: goLiveStep,
    notification: goLiveStep,
    followUp: goLiveStep,
  }),
  /** Whether the active environment's sender has checked the address; absent where no handshake is switched on. */
  handshake: goLiveStep.optional(),
})
