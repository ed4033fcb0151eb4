import { z } from 'zod'
import { type Coded, coded } from './coded.ts'
import { storeCodes } from './store.ts'

const count = z.object({ count: z.number().int() })

/** Problems of the inspector itself. */
const concernCodes = {
  /** Nothing can be kept, and why. */
  ...storeCodes,
  /** A part of deliveries.db is damaged, so that follow-ups and forwards cannot be counted. */
  'counts-unreadable': z.object({ folder: z.string() }),
  /** Little space is left on the disk that has the data. */
  'disk-nearly-full': z.object({ free: z.number().int() }),
  /** Deliveries that no list shows yet. */
  'index-behind': count,
  'follow-ups-waiting': count,
  /** `deliveryId`: the last of them. */
  'follow-ups-failed': count.extend({ deliveryId: z.string() }),
}

/** Why stored deliveries were not all checked again. */
const verificationCodes = { 'checking-broke-off': z.object({ detail: z.string() }) }

export type Concern = Coded<typeof concernCodes>
export type VerificationReason = Coded<typeof verificationCodes>

export interface ConcernSchema extends z.ZodType<Concern> {}
export const concernSchema: ConcernSchema = coded(concernCodes)

export interface VerificationReasonSchema extends z.ZodType<VerificationReason> {}
export const verificationReasonSchema: VerificationReasonSchema = coded(verificationCodes)
