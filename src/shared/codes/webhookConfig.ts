import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

/** The four fields of a webhook-config, in the order of the interface document. */
export const webhookConfigFields = ['url', 'enabled', 'sharedSecret', 'webhookTypes'] as const
export type WebhookConfigField = (typeof webhookConfigFields)[number]

const status = z.object({ status: z.number().int() })
const types = z.object({ types: z.array(z.string()) })
const fields = z.array(z.enum(webhookConfigFields))

/** How what was applied last differs from what is wanted. Receiver keys in addresses are shortened. */
const driftCodes = {
  'url-moved': z.object({ applied: z.string(), wanted: z.string() }),
  /** `wanted`: enabled or not. */
  'switch-differs': z.object({ wanted: z.boolean() }),
  'secret-changed': noFields,
  /** Wanted, and not applied. */
  'types-missing': types,
  /** Applied, and no longer wanted. */
  'types-surplus': types,
}

/** Result of asking the service for its config. */
const askedCodes = {
  'call-unknown': status,
  'no-config-in-answer': status,
  'never-applied': noFields,
  /** The fields that differ from what was applied last, those that do not, and those that cannot be compared. */
  compared: z.object({ different: fields, same: fields, unknown: fields }),
}

export type Drift = Coded<typeof driftCodes>
export type AskedReason = Coded<typeof askedCodes>

export interface DriftSchema extends z.ZodType<Drift> {}
export const driftSchema: DriftSchema = coded(driftCodes)

export interface AskedReasonSchema extends z.ZodType<AskedReason> {}
export const askedReasonSchema: AskedReasonSchema = coded(askedCodes)
