import { replayDelivery, type ReplayTools } from '../../engine/sending/replayDelivery.ts'
import { isOwnOrigin, refusalBeyondLoopback, refusalOf } from '../../engine/forwarding/ourAddresses.ts'
import { startOutbound } from '../../engine/outbound/startOutbound.ts'
import type { Engine } from '../../engine/startEngine.ts'
import type { StoredAttempt } from '../../engine/store/records/attempts.ts'
import type { ReplayInput } from '../../shared/wireTypes.ts'

/** Deliveries that are sent again by hand. */
export interface Replays {
  run(input: ReplayInput): Promise<StoredAttempt>
  /** Breaks off what is under way, and resolves once that is kept. The store must still be open. */
  stop(): Promise<void>
}

/** @param closedPorts our ports without the receiver's; more may be added */
export function openReplays(engine: Engine, closedPorts: ReadonlySet<number>): Replays {
  const { store, environments, events, receiver, publicAccess } = engine
  const ours = (...more: number[]) => ({
    ports: () => [...more, ...closedPorts],
    publicOrigin: () => publicAccess.origin(),
  })
  const outbound = {
    app: startOutbound({ refuse: refusalBeyondLoopback(ours(receiver.port)) }),
    allowed: startOutbound({ refuse: refusalOf(ours(receiver.port)) }),
    receiver: startOutbound({ refuse: refusalBeyondLoopback(ours()) }),
    // Its public URL is ours, so it needs no permission.
    publicReceiver: startOutbound({ refuse: refusalOf(ours()) }),
  }
  const abort = new AbortController()
  const tools: ReplayTools = {
    store,
    environments,
    events,
    outbound,
    isOwnOrigin: (origin) => isOwnOrigin(origin, ours()),
    signal: abort.signal,
    now: Date.now,
  }
  const underWay = new Set<Promise<StoredAttempt>>()
  return {
    run: async (input) => {
      const work = replayDelivery(tools, input)
      underWay.add(work)
      return work.finally(() => underWay.delete(work))
    },
    stop: async () => {
      abort.abort()
      await Promise.allSettled(underWay)
      await Promise.all(Object.values(outbound).map(async (each) => each.close()))
    },
  }
}
