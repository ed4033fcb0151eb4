import { type Forwarding, startForwarding } from '../engine/forwarding/startForwarding.ts'
import { readForwardTarget } from '../engine/forwarding/forwardTarget.ts'
import { checkTarget } from '../engine/forwarding/ourAddresses.ts'
import type { Engine, Log } from '../engine/startEngine.ts'
import type { Sandbox } from '../sandbox/types.ts'
import type { Host } from './types.ts'

/** The local apps that deliveries are forwarded to. */
export function openForwardings(
  engine: Engine,
  sandbox: Pick<Sandbox, 'url'>,
  log: Log,
): { to: Host['forwardTo']; stop(): Promise<void> } {
  const { store, events, receiver, publicAccess } = engine
  const forwardings: Forwarding[] = []
  const ours = {
    ports: () => [receiver.port, Number(new URL(sandbox.url).port)],
    publicOrigin: () => publicAccess.origin(),
  }
  return {
    to: async (url, onAttempt) => {
      const target = readForwardTarget(url)
      await checkTarget(target, ours)
      forwardings.push(startForwarding({ store, events, after: events.first(), target, ours, onAttempt, log }))
    },
    stop: async () => {
      await Promise.all(forwardings.map(async (forwarding) => forwarding.stop()))
    },
  }
}
