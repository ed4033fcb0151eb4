import type { TokenResult } from '../../shared/wireTypes.ts'

/** What a test of credentials came to, in words: what happened, and then its detail (scope, or the provider's code). */
export function describeToken({ ok, scope, error }: TokenResult): { text: string; detail: string } {
  if (ok) {
    const detail = scope === null || scope === '' ? 'The provider names no scope.' : `Scope: ${scope}.`
    return { text: 'The provider gave a token.', detail }
  }
  const code = [error?.status ?? null, error?.code ?? null].filter((part) => part !== null).join(', ')
  return {
    text: error?.message ?? 'The provider gave no token and no reason.',
    detail: code === '' ? '' : `(${code})`,
  }
}

/** The claims as rows, in the token's order, and the sentence that says what they are worth. */
export function claimsOf(claims: Readonly<Record<string, string>>): { note: string; rows: [string, string][] } {
  const { note, ...rest } = claims
  return {
    note: note ?? 'Read out of the token, not verified.',
    rows: Object.entries(rest),
  }
}
