import { type Forwarding, startForwarding } from '../engine/forwarding/startForwarding.ts'
import { readForwardTarget } from '../engine/forwarding/forwardTarget.ts'
import { checkTarget } from '../engine/forwarding/ourAddresses.ts'
import type { Engine, Log } from '../engine/startEngine.ts'
import type { Host } from './types.ts'

/**
 * The local apps that deliveries are forwarded to.
 * @param closedPorts ours beside the receiver's; more may come
 */
export function openForwardings(
  engine: Engine,
  closedPorts: ReadonlySet<number>,
  log: Log,
): { to: Host['forwardTo']; stop(): Promise<void> } {
  const { store, events, receiver, publicAccess, hopId } = engine
  const forwardings: Forwarding[] = []
  const ours = {
    ports: () => [receiver.port, ...closedPorts],
    publicOrigin: () => publicAccess.origin(),
  }
  return {
    to: async (url, onAttempt) => {
      const target = readForwardTarget(url)
      await checkTarget(target, ours)
      forwardings.push(startForwarding({ store, events, after: events.first(), target, ours, hopId, onAttempt, log }))
    },
    stop: async () => {
      await Promise.all(forwardings.map(async (forwarding) => forwarding.stop()))
    },
  }
}
