import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { OutboundRequest, OutboundResult } from '../../outbound/outboundRequest.ts'
import { findProgram } from '../programs/findProgram.ts'
import { problemOfPublicUrl, withoutSlash } from './publicAddress.ts'
import { type Program, startProgram } from '../programs/startProgram.ts'
import {
  type TunnelAvailability,
  type TunnelOpenOptions,
  TunnelProblem,
  type TunnelProvider,
  type TunnelSession,
  type TunnelTarget,
} from './provider.ts'

type Send = (request: OutboundRequest) => Promise<OutboundResult>

const pollMs = 300

/** The command that chooses the program. */
const otherProgram = 'hookscope serve --tunnel cloudflared --tunnel-option path=/path/to/cloudflared'

/** Cloudflare's program, when it is on this machine: a quick tunnel, or with a token a named one. */
export function cloudflared(send: Send): TunnelProvider {
  return {
    id: 'cloudflared',
    label: 'Cloudflare Tunnel',
    runs: { program: 'cloudflared' },
    traits: {
      rawHeaders: false,
      stableUrl: 'paid',
      maxConcurrency: 200,
      needs: 'program',
      minCheckIntervalMs: 30_000,
      // The name of a quick tunnel is new to the world's name servers.
      settleMs: 60_000,
      reopen: 'after',
      texts: {
        needs: 'The program cloudflared; a token only for an address of your own.',
        url: 'Without a token the URL changes with every start; a named tunnel with a token keeps its own.',
        headers: 'Cloudflare adds and changes headers: they are shown as normalised by the tunnel.',
        lastLeg: 'The way from Cloudflare to this machine is encrypted; Cloudflare itself sees everything.',
        lastLegInClear: false,
      },
    },
    options: [
      {
        key: 'path',
        label: 'Program',
        hint: `Which cloudflared runs. Default: the one on PATH or in a usual folder. For another one, start Hookscope with: ${otherProgram}`,
        secret: false,
        required: false,
        commandLineOnly: true,
      },
      {
        key: 'token',
        label: 'Token of a named tunnel',
        hint: "From the Zero Trust dashboard. It is given to cloudflared in its environment. The tunnel there must lead to the receiver's port on localhost.",
        secret: true,
        required: false,
      },
      {
        key: 'url',
        label: 'Public URL of the named tunnel',
        hint: 'The address that you gave the named tunnel. Needed with a token.',
        secret: false,
        required: false,
      },
    ],
    problemOf: ({ token, url }) => {
      if (token !== undefined && url === undefined) return { option: 'url', takes: 'url-with-token' }
      if (token === undefined && url !== undefined) return { option: 'url', takes: 'token-with-url' }
      return url === undefined ? null : problemOfPublicUrl(url, 'url')
    },
    available,
    open: async (target, options) => openCloudflared(send, target, options),
  }
}

async function available({ path = 'cloudflared' }: Readonly<Record<string, string>>): Promise<TunnelAvailability> {
  if ((await findProgram(path)) !== null) return { ok: true }
  const lookedFor = path === 'cloudflared' ? null : path
  return { ok: false, code: 'missing-program', why: { code: 'cloudflared-missing', fields: { path: lookedFor } } }
}

async function openCloudflared(send: Send, target: TunnelTarget, options: TunnelOpenOptions): Promise<TunnelSession> {
  const { path = 'cloudflared', token, url } = options.values
  const program = await findProgram(path)
  if (program === null)
    throw new TunnelProblem('missing-program', { code: 'program-missing', fields: { program: 'cloudflared' } })
  const metrics = `127.0.0.1:${await freePort()}`
  const common = ['tunnel', '--no-autoupdate', '--metrics', metrics]
  let lastError = ''
  const running = startProgram({
    path: program,
    args: token === undefined ? [...common, '--url', `http://${target.host}:${target.port}`] : [...common, 'run'],
    env: token === undefined ? {} : { TUNNEL_TOKEN: token },
    onLine: (line) => {
      options.log(line)
      if (/\b(ERR|error|failed)\b/i.test(line)) lastError = line
    },
  })
  const ended = running.ended.then((): never => {
    throw explainEnd(lastError)
  })
  ended.catch(() => undefined)
  let isClosing = false
  // Ends the asking together with the program: another process may have its port then.
  const asking = new AbortController()
  try {
    const signal = AbortSignal.any([options.signal, asking.signal])
    const publicUrl = await Promise.race([
      ended,
      waitUntilUp(send, `http://${metrics}`, token === undefined ? null : (url ?? ''), signal),
    ])
    ended.catch((error: unknown) => {
      if (!isClosing && error instanceof TunnelProblem) options.onLost(error)
    })
    return { publicUrl, close: async () => stop(running, () => (isClosing = true)) }
  } catch (error) {
    asking.abort()
    await running.stop()
    throw error
  }
}

async function stop(program: Program, before: () => void): Promise<void> {
  before()
  await program.stop()
}

/** Asks cloudflared itself until it has an address, or, with an address of our own, a connection. */
async function waitUntilUp(send: Send, metrics: string, named: string | null, signal: AbortSignal): Promise<string> {
  const path = named === null ? '/quicktunnel' : '/ready'
  for (;;) {
    const answer = await send({ method: 'GET', url: metrics + path, headers: [], deadlineMs: 2000, signal })
    signal.throwIfAborted()
    if (answer.ok && answer.status === 200) {
      if (named !== null) return withoutSlash(named)
      const hostname = hostnameIn(answer.body)
      if (hostname !== null) return `https://${hostname}`
    }
    await pause(pollMs, undefined, { signal })
  }
}

function hostnameIn(body: Uint8Array): string | null {
  try {
    const { hostname } = JSON.parse(Buffer.from(body).toString('utf8')) as { hostname?: unknown }
    return typeof hostname === 'string' && /^[\w.-]+(:\d+)?$/.test(hostname) ? hostname : null
  } catch {
    return null
  }
}

function explainEnd(lastError: string): TunnelProblem {
  if (/provided tunnel token is not valid|unauthorized|invalid tunnel secret/i.test(lastError)) {
    return new TunnelProblem('rejected', { code: 'cloudflared-token-refused', fields: {} })
  }
  const said = lastError === '' ? null : lastError.slice(0, 300)
  return new TunnelProblem('unreachable', { code: 'cloudflared-ended', fields: { said } })
}

async function freePort(): Promise<number> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return port
}
