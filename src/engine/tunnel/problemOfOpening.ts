import { TunnelProblem } from './providers/provider.ts'

/** Why a provider could not be opened. What it did not foresee is tried again. */
export function problemOfOpening(error: unknown, label: string, deadlineMs: number): TunnelProblem {
  if (error instanceof TunnelProblem) return error
  if (error instanceof Error && error.name === 'TimeoutError') {
    const sentence = `${label} did not come up within ${deadlineMs / 1000} s. Check the network; it is tried again.`
    return new TunnelProblem('unreachable', sentence)
  }
  const reason = error instanceof Error ? error.message : String(error)
  return new TunnelProblem('refused', `${label} could not be opened: ${reason}. It is tried again.`)
}
