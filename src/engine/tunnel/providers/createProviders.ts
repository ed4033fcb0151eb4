import type { OutboundRequest, OutboundResult } from '../../outbound/outboundRequest.ts'
import { cloudflared } from './cloudflared.ts'
import { localtunnel } from './localtunnel.ts'
import { ngrok } from './ngrok.ts'
import { ssh } from './ssh.ts'
import { localhostRun, pinggy, removeLeftovers } from './sshPresets.ts'
import type { TunnelProvider } from './provider.ts'
import { problemOfPublicUrl, withoutSlash } from './publicAddress.ts'

/** An address that another program leads to the receiver: a reverse proxy, frp, Tailscale Funnel. It is only checked. */
const ownUrl: TunnelProvider = {
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

/** No tunnel: the receiver is reached from this machine only, which is enough for the sandbox. */
const none: TunnelProvider = {
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

export interface ProviderContext {
  /** Sends what a provider has to ask over HTTP: `startOutbound().send`. */
  send: (request: OutboundRequest) => Promise<OutboundResult>
  /** Where ssh keeps the host keys that it has seen. */
  dataFolder: string
}

/** All providers, in the order in which they are listed and offered; clears away what a killed process left of them. */
export function createProviders(context: ProviderContext): TunnelProvider[] {
  removeLeftovers(context.dataFolder)
  return allProviders(context)
}

/** All providers; changes nothing. */
export function allProviders({ send, dataFolder }: ProviderContext): TunnelProvider[] {
  return [
    none,
    localtunnel(send),
    cloudflared(send),
    localhostRun(dataFolder),
    pinggy(dataFolder),
    ssh(dataFolder),
    ngrok(),
    ownUrl,
  ]
}
