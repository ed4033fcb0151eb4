import type { z } from 'zod'
import { redacted } from '../credentials.ts'
import type { redactionKinds, personalDetectors } from '../codes/redactions.ts'
import type { redactionSchema } from '../schemas/caseSchemas.ts'

/** The user's choice of parts to leave out, in addition to credentials. */
export type RedactionRules = z.output<typeof redactionSchema>
export type PersonalDetector = (typeof personalDetectors)[number]
export type RedactionKind = (typeof redactionKinds)[number]

/** Reports a replaced value: `at` is its place in the text, such as "/user/iban". */
export type OnHit = (hit: { kind: RedactionKind; at: string; before: string; after: string }) => void

/**
 * How the marks begin that replace a value. A key of the receiver has its own marks: "[receiver-key]" and
 * "[tunnel-host]".
 */
export const markStart = '[redacted'

/** The text that replaces a value. Credentials keep the mark that copies have as well. */
export function markOf(kind: RedactionKind): string {
  return kind === 'credential' || kind === 'field' || kind === 'pointer' ? redacted : `${markStart} ${kind}]`
}
