import type { TunnelProvider } from './provider.ts'

/** No tunnel: the receiver is reached from this machine only, which is enough for the sandbox. */
export const none: TunnelProvider = {
  id: 'none',
  label: 'No tunnel',
  runs: null,
  traits: {
    rawHeaders: true,
    stableUrl: 'always',
    maxConcurrency: null,
    needs: 'nothing',
    minCheckIntervalMs: 30_000,
    settleMs: 0,
    reopen: 'never',
    texts: {
      needs: 'Nothing.',
      url: 'The receiver is reached from this machine only: enough for the sandbox, not for a service elsewhere.',
      headers: 'Headers arrive exactly as they were sent.',
      lastLeg: 'Nothing leaves this machine.',
      lastLegInClear: false,
    },
  },
  options: [],
  available: async () => ({ ok: true }),
  open: async () => ({ publicUrl: '', close: async () => undefined }),
}
