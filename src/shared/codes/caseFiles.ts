import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'

const count = z.number().int()

/** Why a piece of a file was not taken. */
const refusalCodes = {
  'not-json': noFields,
  'not-utf8': noFields,
  /** `most` bytes. */
  'line-too-long': z.object({ most: count }),
  /** It is of no kind that is known here. */
  'unknown-piece': noFields,
  'version-newer': z.object({ version: z.number(), known: count }),
  /** `field`: where it is wrong. */
  'wrong-shape': z.object({ field: z.string(), problem: z.string() }),
  'body-not-base64': noFields,
  'piece-body-too-large': z.object({ size: count, most: count }),
  'body-other-hash': noFields,
  'too-many-headers': z.object({ most: count }),
  'too-many-attempts': z.object({ most: count }),
  'too-many-environments': z.object({ most: count }),
  'too-many-deliveries': z.object({ most: count }),
  'environment-twice': noFields,
  /** The end counts another number of deliveries. */
  'other-count': z.object({ said: count, found: count }),
  /** The file was cut off in this line. */
  'cut-line': noFields,
  'after-the-end': noFields,
} as const

export type CaseRefusal = Coded<typeof refusalCodes>
export interface CaseRefusalSchema extends z.ZodType<CaseRefusal> {}
export const caseRefusalSchema: CaseRefusalSchema = coded(refusalCodes)

/** Result of checking a delivery of a file again. */
export const recheckStates = ['same', 'different', 'cannot'] as const

/** Why a delivery out of a file cannot be checked again. */
const recheckCodes = {
  'body-redacted': noFields,
  'body-left-out': noFields,
  'body-not-whole': noFields,
  'token-left-out': noFields,
  'address-left-out': noFields,
  /** None of one's own secrets has one of these fingerprints. */
  'no-own-secret': z.object({ fingerprints: z.array(z.string()) }),
  /** Some are here, and the delivery may be signed with another. */
  'own-secret-missing': z.object({ fingerprints: z.array(z.string()) }),
  'fingerprints-left-out': noFields,
  'scheme-not-named': noFields,
} as const

export type RecheckReason = Coded<typeof recheckCodes>
export interface RecheckReasonSchema extends z.ZodType<RecheckReason> {}
export const recheckReasonSchema: RecheckReasonSchema = coded(recheckCodes)
