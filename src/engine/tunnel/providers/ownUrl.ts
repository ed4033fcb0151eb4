import { problemOfPublicUrl, withoutSlash } from './publicAddress.ts'
import type { TunnelProvider } from './provider.ts'

/** An address that another program leads to the receiver: a reverse proxy, frp, Tailscale Funnel. It is only checked. */
export const ownUrl: TunnelProvider = {
  id: 'own-url',
  label: 'Own public URL',
  runs: null,
  traits: {
    rawHeaders: false,
    stableUrl: 'always',
    maxConcurrency: null,
    needs: 'nothing',
    minCheckIntervalMs: 30_000,
    settleMs: 0,
    reopen: 'never',
    texts: {
      needs: 'An address of yours that leads to the receiver: a reverse proxy, frp, Tailscale Funnel.',
      url: 'The URL is yours and stays.',
      headers: 'What is in front of the receiver may change headers.',
      lastLeg: 'Whether the way to this machine is encrypted depends on what you use.',
      lastLegInClear: false,
    },
  },
  options: [
    {
      key: 'url',
      label: 'Public URL',
      hint: 'The address that leads to the receiver, such as https://hooks.example.org.',
      secret: false,
      required: true,
    },
  ],
  problemOf: ({ url = '' }) => problemOfPublicUrl(url, 'url'),
  available: async () => ({ ok: true }),
  open: async (_target, { values }) => ({ publicUrl: withoutSlash(values['url'] ?? ''), close: async () => undefined }),
}
