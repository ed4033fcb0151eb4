import { z } from 'zod'
import { tokenReasonSchema } from './callFailures.ts'
import { type Coded, coded, noFields } from './coded.ts'
import { driftSchema } from './webhookConfig.ts'

/** Where a step of going live stands. */
const goLiveCodes = {
  'token-given': noFields,
  /** The sandbox's credentials are built in and have not been used yet. */
  'token-untested': noFields,
  'credentials-unset': noFields,
  'no-token': z.object({ why: tokenReasonSchema }),
  listening: z.object({ origin: z.string() }),
  'never-applied': noFields,
  'applied-disabled': noFields,
  'applied-differs': z.object({ drift: driftSchema }),
  'applied-enabled': z.object({ types: z.number().int() }),
  'signature-valid': noFields,
  'none-valid-yet': noFields,
  'object-fetched': noFields,
  'none-fetched-yet': noFields,
  /** Of another sender. */
  'secret-set': noFields,
  'secret-missing': noFields,
  'not-needed': noFields,
  'handshake-awaited': noFields,
  'handshake-unconfirmed': noFields,
  'handshake-answered': noFields,
  'handshake-confirmed': noFields,
  /** Notifications arrive, so the sender has accepted the address. */
  'handshake-unneeded': noFields,
}

export type GoLiveReason = Coded<typeof goLiveCodes>

export interface GoLiveReasonSchema extends z.ZodType<GoLiveReason> {}
export const goLiveReasonSchema: GoLiveReasonSchema = coded(goLiveCodes)
