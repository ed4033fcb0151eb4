import { TunnelProblem } from './providers/provider.ts'

/** Why a provider could not be opened. What it did not foresee is tried again. */
export function problemOfOpening(error: unknown, provider: string, limitMs: number): TunnelProblem {
  if (error instanceof TunnelProblem) return error
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new TunnelProblem('unreachable', { code: 'opened-too-slowly', fields: { provider, limitMs } })
  }
  const detail = error instanceof Error ? error.message : String(error)
  return new TunnelProblem('refused', { code: 'opening-failed', fields: { provider, detail } })
}
