import type { OutboundRequest, OutboundResult } from '../../outbound/outboundRequest.ts'
import { cloudflared } from './cloudflared.ts'
import { localtunnel } from './localtunnel.ts'
import { ngrok } from './ngrok.ts'
import { none } from './none.ts'
import { ownUrl } from './ownUrl.ts'
import { ssh } from './ssh.ts'
import { localhostRun, pinggy, removeLeftovers } from './sshPresets.ts'
import type { TunnelProvider } from './provider.ts'

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
