import TunnelCluster from 'localtunnel/lib/TunnelCluster.js'
import type { OutboundRequest, OutboundResult } from '../../outbound/outboundRequest.ts'
import { canConnect } from './canConnect.ts'
import { problemOfPublicUrl, withoutSlash } from './publicAddress.ts'
import {
  TunnelProblem,
  type TunnelOpenOptions,
  type TunnelProvider,
  type TunnelSession,
  type TunnelTarget,
} from './provider.ts'
import { keepSlots } from './keepSlots.ts'
import { type Registration, registerTunnel } from './registerTunnel.ts'

const publicServer = 'https://localtunnel.me'

type Send = (request: OutboundRequest) => Promise<OutboundResult>

/**
 * localtunnel: of client 2.0.2 the part that holds the sockets, unchanged. Its other part registers at the server and retries
 * for ever when that does not answer, so we register ourselves, and its HTTP client is never loaded. More quirks: it never
 * notices a dead server, so the tunnel's check does; `local_host` corrupts bodies, so it is never set; its sockets need
 * `keepSlots`; without an error listener it would end the process.
 */
export function localtunnel(send: Send): TunnelProvider {
  return {
    id: 'localtunnel',
    label: 'localtunnel',
    runs: null,
    traits: {
      rawHeaders: false,
      stableUrl: 'best-effort',
      maxConcurrency: 10,
      needs: 'nothing',
      minCheckIntervalMs: 30_000,
      settleMs: 5000,
      reopen: 'beside',
      texts: {
        needs: 'Nothing: no account, no program.',
        url: 'The URL stays as long as no one else takes its name; the name is long and random, so that this is unlikely.',
        headers:
          'Header names arrive in lower case, doubled headers as one, and trailers are lost: headers are shown as normalised by the tunnel. Bodies arrive exactly.',
        lastLeg: 'Encryption ends at the tunnel server: from there to this machine everything travels in the clear.',
        lastLegInClear: true,
      },
    },
    options: [
      {
        key: 'host',
        label: 'Server',
        hint: `Address of a localtunnel server of your own. Empty: ${publicServer}.`,
        secret: false,
        required: false,
      },
      {
        key: 'name',
        label: 'Name',
        hint: 'The name to ask for, which becomes part of the address: 4 to 63 lower-case letters, digits and hyphens. Empty: a long random one that is kept.',
        secret: false,
        required: false,
      },
    ],
    problemOf: ({ host, name }) => {
      const hostProblem = host === undefined ? null : problemOfPublicUrl(host, 'host')
      if (hostProblem !== null) return hostProblem
      if (name === undefined || /^[a-z0-9](?:[a-z0-9-]{2,61}[a-z0-9])$/.test(name)) return null
      return { option: 'name', takes: 'subdomain' }
    },
    available: async () => ({ ok: true, version: '2.0.2' }),
    open: async (target, options) => openLocaltunnel(send, target, options),
    knock: async ({ host = publicServer }, signal) => {
      const url = new URL(host)
      const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
      return canConnect(url.hostname, port, signal)
    },
  }
}

async function openLocaltunnel(send: Send, target: TunnelTarget, options: TunnelOpenOptions): Promise<TunnelSession> {
  const server = withoutSlash(options.values['host'] ?? publicServer)
  const name = options.values['name'] ?? options.name
  const registration = await registerTunnel({ send, server, name, signal: options.signal })
  if (registration.id !== name && options.accept === 'same') {
    throw new TunnelProblem('name-taken', {
      code: 'tunnel-name-taken',
      fields: { server, name, given: registration.id },
    })
  }
  return connect(server, target, registration, options)
}

function connect(
  server: string,
  target: TunnelTarget,
  registration: Registration,
  { log, onDoubt }: TunnelOpenOptions,
): TunnelSession {
  const cluster = new TunnelCluster({
    remote_host: new URL(server).hostname,
    remote_port: registration.port,
    local_port: target.port,
  })
  cluster.on('error', (error) => log(error.message))
  const slots = keepSlots(cluster, { sockets: registration.sockets, onDoubt })
  return {
    publicUrl: registration.url,
    refresh: () => slots.refresh(),
    // The client's own way destroys its sockets; these get the time to carry what was written.
    close: async () => slots.stop(),
  }
}
