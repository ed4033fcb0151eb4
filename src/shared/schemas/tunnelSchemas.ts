/** Schemas of the tunnel: what gives the receiver a public URL. */
import { z } from 'zod'
import { checkReasonSchema, offerReasonSchema, tunnelReasonSchema } from '../codes/tunnel.ts'
import { time } from './deliverySchemas.ts'

export const tunnelStates = ['off', 'starting', 'checking', 'online', 'degraded', 'reconnecting', 'failed'] as const

/** Facts about a provider, as sentences. */
const traits = z.object({
  needs: z.string(),
  url: z.string(),
  headers: z.string(),
  lastLeg: z.string(),
  /** Between the tunnel's server and this machine everybody can read along: worth a warning. */
  lastLegInClear: z.boolean(),
})

const provider = z.object({ id: z.string(), label: z.string() })

export const tunnelSchema = z.object({
  /** `online` only after a nonce went out through the public URL and returned the correct answer. */
  state: z.enum(tunnelStates),
  provider,
  /** Where the outside reaches the receiver, without a path; null while there is none. */
  publicUrl: z.string().nullable(),
  /** The address before this one, when the tunnel had to take another. */
  previousUrl: z.string().nullable(),
  since: time,
  /** Why it is in this state, as a sentence, or null. */
  problem: z.string().nullable(),
  why: tunnelReasonSchema.nullable(),
  /** Round trip of the last passed check. */
  latencyMs: z.number().nullable(),
  lastCheck: z
    .object({ at: time, ok: z.boolean(), problem: z.string().nullable(), why: checkReasonSchema.nullable() })
    .nullable(),
  nextTryAt: time.nullable(),
  traits,
  /** Deliveries through it come with headers as normalised by the tunnel, not as they were sent. */
  headersNormalised: z.boolean(),
  /** Another provider that could be tried, after repeated failures. */
  offer: provider.extend({ reason: z.string(), why: offerReasonSchema }).nullable(),
  /** Newest last. `forMs` is null while it lasts. */
  history: z.array(
    z.object({
      at: time,
      state: z.enum(tunnelStates),
      provider: z.string(),
      publicUrl: z.string().nullable(),
      reason: z.string().nullable(),
      /** The same for code. */
      why: tunnelReasonSchema.nullable(),
      forMs: z.number().nullable(),
    }),
  ),
})

export const tunnelProviderSchema = provider.extend({
  traits,
  stableUrl: z.enum(['always', 'best-effort', 'paid', 'never']),
  headersNormalised: z.boolean(),
  /** Options that can be set. `value` is what is kept; of a secret only whether it is set, and its fingerprint. */
  options: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      hint: z.string(),
      secret: z.boolean(),
      required: z.boolean(),
      value: z.string().nullable(),
      set: z.boolean(),
      fingerprint: z.string().nullable(),
      /** It names a program, so only `--tunnel-option` sets it, for one run; `value` is what this run was started with. */
      commandLineOnly: z.boolean(),
    }),
  ),
  available: z.boolean(),
  version: z.string().nullable(),
  /** How to get what is missing; null when it is available. */
  fix: z.string().nullable(),
})

export const tunnelInputSchema = z.object({
  /** Default: the one of last time. */
  provider: z.string().optional(),
  options: z
    .record(z.string(), z.string().max(4096))
    .optional()
    .describe(
      'What is left out keeps its value; an empty text clears it. An option that is `commandLineOnly` is refused: only ' +
        '`--tunnel-option` names a program.',
    ),
})
