import type { Engine } from '../../engine/startEngine.ts'
import type { TemporaryRule } from '../../engine/jobs/temporaryRules.ts'
import type { StoredAttempt } from '../../engine/store/records/attempts.ts'
import type { DeliverySummary } from '../../shared/model.ts'

/** The deliveries that the environment has received since the run began, with the answers of the target. */
export interface RunWatch {
  /** Id of the newest delivery before the run. */
  after: string
  /** In order of arrival. */
  deliveries(): DeliverySummary[]
  delivery(id: string): DeliverySummary | undefined
  answered(id: string): StoredAttempt | undefined
  /** Follows a rule that forwards what comes. */
  follow(rule: TemporaryRule): void
  /**
   * Resolves with the delivery that was made of the request which `send` sends: the one that came from its port.
   * Undefined where none did within a short time.
   */
  deliveryOf<Sent extends { localPort: number | null }>(
    send: () => Promise<Sent>,
    isKept: (sent: Sent) => boolean,
    signal: AbortSignal,
  ): Promise<{ sent: Sent; deliveryId: string | null }>
  /** Resolves once `look` finds something, looked at after each change; undefined when `ms` are over or the signal comes. */
  until<Found>(
    look: () => Found | undefined | Promise<Found | undefined>,
    ms: number,
    signal: AbortSignal,
  ): Promise<Found | undefined>
  stop(): void
}

/** From an answer to the event of its delivery, ms: the index is written after the answer. */
const indexedWithinMs = 5000

export async function watchRun({
  engine,
  environmentId,
}: {
  engine: Engine
  environmentId: string
}): Promise<RunWatch> {
  const { store, events } = engine
  const [newest] = (await store.list({ limit: 1 })).items
  const known = new Map<string, DeliverySummary>()
  const attempts = new Map<string, StoredAttempt>()
  let wake = Promise.withResolvers<void>()
  const changed = () => {
    wake.resolve()
    wake = Promise.withResolvers()
  }
  const ports = createPorts(store, changed)
  const { stop } = events.subscribe(null, (batch) => {
    for (const { event } of batch) {
      if (event.type === 'delivery' && event.delivery.environmentId === environmentId) {
        known.set(event.delivery.id, event.delivery)
        ports.note(event.delivery.id)
      }
      if (event.type === 'verdict' && known.has(event.delivery.id)) known.set(event.delivery.id, event.delivery)
      if (event.type !== 'follow-up') continue
      const delivery = known.get(event.deliveryId)
      if (delivery !== undefined) known.set(delivery.id, { ...delivery, followUp: event.followUp })
    }
    changed()
  })

  const watch: RunWatch = {
    after: newest?.id ?? '0',
    deliveries: () => [...known.values()],
    delivery: (id) => known.get(id),
    answered: (id) => attempts.get(id),
    follow: (rule) => {
      const read = async () => {
        for await (const attempt of rule.attempts()) {
          attempts.set(attempt.deliveryId, attempt)
          changed()
        }
      }
      void read().catch(() => undefined)
    },
    deliveryOf: async (send, isKept, signal) => ports.deliveryOf(watch, { send, isKept, signal }),
    until: async (look, ms, signal) => {
      const end = performance.now() + ms
      for (;;) {
        const { promise } = wake
        const found = await look()
        if (found !== undefined) return found
        const left = end - performance.now()
        if (left <= 0 || signal.aborted) return undefined
        await someTime(promise, left, signal)
      }
    },
    stop: () => {
      stop()
      changed()
    },
  }
  return watch
}

/** Finds out which delivery came from which port, while someone wants to know. */
function createPorts(store: Engine['store'], changed: () => void) {
  /** The delivery that came last from a port, and when. */
  const ports = new Map<number, { id: string; receivedAt: number }>()
  let looking = 0
  const read = async (id: string) => {
    const stored = await store.get(id)
    if (stored === null) return
    const { peer, receivedAt } = stored.request
    if (peer.port !== null) ports.set(peer.port, { id, receivedAt })
    changed()
  }
  return {
    note: (id: string) => {
      if (looking > 0) void read(id).catch(() => undefined)
    },
    deliveryOf: async <Sent extends { localPort: number | null }>(
      { until }: Pick<RunWatch, 'until'>,
      { send, isKept, signal }: { send: () => Promise<Sent>; isKept: (sent: Sent) => boolean; signal: AbortSignal },
    ): Promise<{ sent: Sent; deliveryId: string | null }> => {
      looking += 1
      try {
        const startedAt = Date.now()
        const sent = await send()
        const { localPort } = sent
        if (localPort === null || !isKept(sent)) return { sent, deliveryId: null }
        const look = () => {
          const found = ports.get(localPort)
          // The port may have been another's before.
          return found !== undefined && found.receivedAt >= startedAt - 1 ? found.id : undefined
        }
        return { sent, deliveryId: (await until(look, indexedWithinMs, signal)) ?? null }
      } finally {
        looking -= 1
      }
    },
  }
}

/** Resolves with the promise, after `ms`, or with the signal. */
async function someTime(promise: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const end = () => resolve()
  signal.addEventListener('abort', end, { once: true })
  await Promise.race([promise, over])
  signal.removeEventListener('abort', end)
  clearTimeout(timer)
}
