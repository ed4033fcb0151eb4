import type { OutboundRequest, OutboundResult } from '../outbound/outboundRequest.ts'
import { cloudflared } from './providers/cloudflared.ts'
import { localtunnel } from './providers/localtunnel.ts'
import { ngrok } from './providers/ngrok.ts'
import { none } from './providers/none.ts'
import { ownUrl } from './providers/ownUrl.ts'
import { ssh } from './providers/ssh.ts'
import { localhostRun, pinggy, removeLeftovers } from './providers/sshPresets.ts'
import type { TunnelProvider } from './types.ts'

export interface ProviderContext {
  /** Sends what a provider has to ask over HTTP: `startOutbound().send`. */
  send: (request: OutboundRequest) => Promise<OutboundResult>
  /** Where ssh keeps the host keys that it has seen. */
  dataFolder: string
}

/** All providers, in the order in which they are listed and offered. */
export function createProviders({ send, dataFolder }: ProviderContext): TunnelProvider[] {
  removeLeftovers(dataFolder)
  return [
    none,
    localtunnel(send),
    cloudflared(send),
    localhostRun(dataFolder),
    pinggy(dataFolder),
    ssh(dataFolder),
    ngrok,
    ownUrl,
  ]
}
