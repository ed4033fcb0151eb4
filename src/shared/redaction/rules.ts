import type { z } from 'zod'
import { redacted } from '../credentials.ts'
import type { redactionKinds, personalDetectors } from '../codes/redactions.ts'
import type { redactionSchema } from '../schemas/caseSchemas.ts'

/** What a person chose to be left out beside credentials, which always are. */
export type RedactionRules = z.output<typeof redactionSchema>
export type PersonalDetector = (typeof personalDetectors)[number]
export type RedactionKind = (typeof redactionKinds)[number]

/** Reports a replaced value: `at` is its place in the text, such as "/user/iban". */
export type OnHit = (hit: { kind: RedactionKind; at: string; before: string; after: string }) => void

/**
 * How the marks begin that replace a value. What opens the receiver has marks of its own: "[receiver-key]" and
 * "[tunnel-host]".
 */
export const markStart = '[redacted'

/** What replaces a value. Credentials keep the mark that copies have as well. */
export function markOf(kind: RedactionKind): string {
  return kind === 'credential' || kind === 'field' || kind === 'pointer' ? redacted : `${markStart} ${kind}]`
}
