import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOutbound } from '../../src/engine/outbound/startOutbound.ts'
import { createProbe, type Probe } from '../../src/engine/receiver/probe.ts'
import { startReceiver } from '../../src/engine/receiver/startReceiver.ts'
import type { Answer, Receiver, ReceiverLimits } from '../../src/engine/receiver/types.ts'
import { createProviders } from '../../src/engine/tunnel/providers/createProviders.ts'
import { startTunnel, type RunningTunnel, type TunnelOptions } from '../../src/engine/tunnel/startTunnel.ts'
import type { Tunnel } from '../../src/shared/wireTypes.ts'
import type { TunnelHistoryEntry, TunnelTiming } from '../../src/engine/tunnel/types.ts'
import type { CapturedRequest } from '../../src/shared/model.ts'

export interface TestTunnelOptions extends Partial<Omit<TunnelOptions, 'timing'>> {
  timing?: Partial<TunnelTiming>
  limits?: Partial<ReceiverLimits>
  keep?: (history: readonly TunnelHistoryEntry[]) => void
  /** Starts something that stands between the tunnel and the receiver, whose port it is given. */
  front?: (port: number) => Promise<{ port: number; stop(): Promise<void> }>
  /** The receiver's answer to a delivery; default: 200. */
  onRequest?: (request: CapturedRequest) => Promise<Answer>
}

/** The manager of tunnels before a real receiver that remembers the hashes of the bodies it was given. */
export interface TestTunnel {
  tunnel: RunningTunnel
  receiver: Receiver
  probe: Probe
  folder: string
  /** SHA-256 of bodies, in hex. */
  received: string[]
  requests: CapturedRequest[]
  strays(): number
  logged: string[]
  name: string
  /** Resolves with the first view, the present one included, of which this is true. */
  until(holds: (view: Tunnel) => boolean): Promise<Tunnel>
  stop(): Promise<void>
}

export async function startTestTunnel(options: TestTunnelOptions = {}): Promise<TestTunnel> {
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-tunnel-'))
  const probe = createProbe()
  const outbound = startOutbound()
  const received: string[] = []
  const requests: CapturedRequest[] = []
  const logged: string[] = []
  let strays = 0
  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    probe,
    limits: options.limits ?? {},
    route: (target) => (target === '/in/known' ? 'environment' : null),
    onRequest: async (request, _environmentId, refusal) => {
      requests.push(request)
      received.push(createHash('sha256').update(request.body).digest('hex'))
      return (await options.onRequest?.(request)) ?? { status: refusal ?? 200 }
    },
    onStray: () => {
      strays += 1
    },
  })
  const front = await options.front?.(receiver.port)
  const name = 'a-long-name-of-our-own'
  const tunnel = startTunnel({
    target: { host: '127.0.0.1', port: front?.port ?? receiver.port },
    probe,
    send: outbound.send,
    providers: createProviders({ send: outbound.send, dataFolder: folder }),
    name,
    whenQuiet: receiver.whenQuiet,
    log: (line) => logged.push(line),
    ...options,
  })
  return {
    tunnel,
    receiver,
    probe,
    folder,
    received,
    requests,
    strays: () => strays,
    logged,
    name,
    until: async (holds) => untilView(tunnel, holds),
    stop: async () => {
      await tunnel.stop()
      await front?.stop()
      await receiver.stop(0)
      await outbound.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilView(tunnel: RunningTunnel, holds: (view: Tunnel) => boolean): Promise<Tunnel> {
  return new Promise((resolve) => {
    const look = (view: Tunnel) => {
      if (!holds(view)) return
      stopListening()
      resolve(view)
    }
    const stopListening = tunnel.onChange(look)
    look(tunnel.view())
  })
}

export const isOnline = (view: Tunnel): boolean => view.state === 'online'
