import { z } from 'zod'
import { type Coded, coded, noFields } from './coded.ts'
import { verdicts } from './signature/verdicts.ts'

const place = z.object({ name: z.string() })

/** Why a request that looks like a handshake got the ordinary answer. */
const refusalCodes = {
  /** `name`: of the parameter, header or field. */
  'challenge-missing': place,
  'challenge-repeated': place,
  'challenge-unreadable': place,
  'challenge-too-long': place.extend({ longest: z.number().int() }),
  'challenge-characters': place,
  'verify-token-not-set': noFields,
  'verify-token-wrong': noFields,
  'handshake-not-signed-right': z.object({ verdict: z.enum(verdicts) }),
  /** The environment has no secret, or its secret is no key. */
  'handshake-needs-secret': noFields,
  'handshake-needs-setting': z.object({ label: z.string() }),
  'handshake-needs-url': noFields,
  'too-many-handshakes': z.object({ perMinute: z.number().int() }),
  'confirmation-host': z.object({ host: z.string() }),
}

export type HandshakeReason = Coded<typeof refusalCodes>

export interface HandshakeReasonSchema extends z.ZodType<HandshakeReason> {}
export const handshakeReasonSchema: HandshakeReasonSchema = coded(refusalCodes)

/**
 * Checks before the answer: the challenge's length and characters, the verify token, the signature (right; none was
 * there; no key is known to check it with), the host of an address to fetch.
 */
export const handshakeChecks = [
  'challenge-form',
  'verify-token',
  'signature-right',
  'not-signed',
  'no-key-to-check',
  'confirmation-host',
] as const
export type HandshakeCheck = (typeof handshakeChecks)[number]

/** `to-confirm`: the user has to confirm it. `refused`: it got the ordinary answer, or 401. */
export const handshakeOutcomes = ['answered', 'to-confirm', 'refused'] as const
