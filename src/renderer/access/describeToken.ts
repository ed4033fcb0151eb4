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
