import { type Forwarding, startForwarding } from '../engine/forwarding/startForwarding.ts'
import { fromNow } from '../engine/forwarding/watchArrivals.ts'
import { readForwardTarget } from '../engine/forwarding/forwardTarget.ts'
import { checkTarget, isNamed } from '../engine/forwarding/ourAddresses.ts'
import type { Engine, Log } from '../engine/startEngine.ts'
import type { Host } from './types.ts'

/**
 * The local apps that deliveries are forwarded to.
 * @param closedPorts our ports without the receiver's; more may be added
 */
export function openForwardings(
  engine: Engine,
  closedPorts: ReadonlySet<number>,
  log: Log,
): { to: Host['forwardTo']; stop(): Promise<void> } {
  const { store, events, receiver, publicAccess, hopId } = engine
  const forwardings = new Set<Forwarding>()
  const ours = {
    ports: () => [receiver.port, ...closedPorts],
    publicOrigin: () => publicAccess.origin(),
  }
  return {
    to: async (url, onAttempt, { from = 'start', allowHost } = {}) => {
      const target = readForwardTarget(url)
      const allowed = allowHost === undefined ? [] : [allowHost]
      await checkTarget(target, ours, allowed)
      const place = from === 'start' ? { event: events.first(), delivery: 0 } : await fromNow(events, store)
      const forwarding = startForwarding({
        store,
        events,
        from: place,
        target,
        ours,
        isAllowed: isNamed(target.origin, allowed),
        hopId,
        onAttempt,
        log,
      })
      forwardings.add(forwarding)
      return {
        stop: async () => {
          if (forwardings.delete(forwarding)) await forwarding.stop()
        },
      }
    },
    stop: async () => {
      await Promise.all([...forwardings].map(async (forwarding) => forwarding.stop()))
    },
  }
}
