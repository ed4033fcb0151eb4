import type { TokenResult } from '../../../../shared/wireTypes.ts'
import { callSentence } from '../../../../shared/words/callFailures.ts'

/** What the test of credentials says. */
export const tokenWords = {
  asking: 'Asking for a token …',
  /** {ago}: such as "in 59 min"; {time}: of the day. */
  expires: 'It expires {ago} ({time}).',
  claimsTitle: 'What the token says',
  claimsTable: 'Claims of the token',
  claim: 'Claim',
  value: 'Value',
  claimsNote: 'Decoded, not verified.',
} as const

/** What a test of credentials came to, in words: what happened, and then its detail (scope, or the provider's code). Pure. */
export function describeToken({ ok, scope, error }: TokenResult): { text: string; detail: string } {
  if (ok) {
    const detail = scope === null || scope === '' ? 'The provider names no scope.' : `Scope: ${scope}.`
    return { text: 'The provider gave a token.', detail }
  }
  const code = [error?.status ?? null, error?.code ?? null].filter((part) => part !== null).join(', ')
  return {
    text: error === null ? 'The provider gave no token and no reason.' : callSentence(error.why, true),
    detail: code === '' ? '' : `(${code})`,
  }
}
