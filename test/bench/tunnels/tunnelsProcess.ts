import { tmpdir } from 'node:os'
import { startOutbound } from '../../../src/engine/outbound/startOutbound.ts'
import { createProbe } from '../../../src/engine/receiver/probe.ts'
import { startReceiver } from '../../../src/engine/receiver/startReceiver.ts'
import { createProviders } from '../../../src/engine/tunnel/providers/createProviders.ts'
import { startTunnel, type RunningTunnel } from '../../../src/engine/tunnel/startTunnel.ts'
import { answerCalls } from '../child.ts'
import { target } from '../messages.ts'

/** What to open: a provider with its options. */
export interface WayJob {
  provider: string
  values: Record<string, string>
}

/** The process that serves: a receiver that keeps nothing, and the tunnels that lead to it. */
const outbound = startOutbound()
const probe = createProbe()
const receiver = await startReceiver({
  host: '127.0.0.1',
  port: 0,
  probe,
  route: (asked) => (asked === target ? 'bench' : null),
  onRequest: async (_request, _environmentId, refusal) => ({ status: refusal ?? 200 }),
})
const tunnels: RunningTunnel[] = []

async function openWay({ provider, values }: WayJob): Promise<string> {
  if (provider === 'direct') return receiver.origin
  const tunnel = startTunnel({
    target: { host: '127.0.0.1', port: receiver.port },
    probe,
    send: outbound.send,
    providers: createProviders({ send: outbound.send, dataFolder: tmpdir() }),
    name: 'bench-of-the-tunnels',
    whenQuiet: receiver.whenQuiet,
  })
  tunnels.push(tunnel)
  const online = new Promise<string>((resolve, reject) => {
    tunnel.onChange(({ state, publicUrl, problem }) => {
      if (state === 'online') resolve(publicUrl ?? '')
      if (state === 'failed' || state === 'reconnecting') reject(new Error(problem ?? state))
    })
  })
  await tunnel.open(provider, values)
  return online
}

answerCalls(openWay, async () => {
  await Promise.all(tunnels.map(async (tunnel) => tunnel.stop()))
  await receiver.stop(0)
  await outbound.close()
})
