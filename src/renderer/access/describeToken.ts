import type { TokenResult } from '../../shared/wireTypes.ts'

/** What a test of credentials came to, in words. The exact time of expiry is shown beside it. */
export function describeToken({ ok, scope, error }: TokenResult): {
  look: 'good' | 'bad'
  text: string
  scope: string
} {
  if (ok) {
    const scopeWords = scope === null || scope === '' ? 'The provider names no scope.' : `Scope: ${scope}.`
    return { look: 'good', text: 'The provider gave a token.', scope: scopeWords }
  }
  const code =
    error === null ? '' : [error.status, error.code].filter((part) => part !== null && part !== '').join(', ')
  return {
    look: 'bad',
    text: error?.message ?? 'The provider gave no token and no reason.',
    scope: code === '' ? '' : `(${code})`,
  }
}
