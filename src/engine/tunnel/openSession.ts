import {
  type TunnelOpenOptions,
  TunnelProblem,
  type TunnelProvider,
  type TunnelSession,
  type TunnelTarget,
} from './providers/provider.ts'

/**
 * Opens a provider that is there. A session that was lost or is no longer wanted when it comes is closed, and the reason
 * thrown; one that is lost later is reported once the caller has it.
 */
export async function openSession(
  provider: TunnelProvider,
  target: TunnelTarget,
  options: TunnelOpenOptions,
): Promise<TunnelSession> {
  const availability = await provider.available(options.values)
  if (!availability.ok) throw new TunnelProblem(availability.code, availability.why)
  options.signal.throwIfAborted()
  const early: { problem: TunnelProblem | null } = { problem: null }
  let isOpen = false
  const session = await provider.open(target, {
    ...options,
    onLost: (problem) => {
      if (isOpen) setImmediate(() => options.onLost(problem))
      else early.problem = problem
    },
  })
  isOpen = true
  if (early.problem === null && !options.signal.aborted) return session
  await session.close()
  throw early.problem ?? options.signal.reason
}

/** Why a provider could not be opened. Unknown errors are retried. */
export function problemOfOpening(error: unknown, provider: string, limitMs: number): TunnelProblem {
  if (error instanceof TunnelProblem) return error
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new TunnelProblem('unreachable', { code: 'opened-too-slowly', fields: { provider, limitMs } })
  }
  const detail = error instanceof Error ? error.message : String(error)
  return new TunnelProblem('refused', { code: 'opening-failed', fields: { provider, detail } })
}
