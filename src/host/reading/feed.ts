import { setTimeout as pause } from 'node:timers/promises'
import { withEventMeta } from '@orpc/server'
import type { FeedMessage, NumberedEvent, Status } from '../../shared/wireTypes.ts'
import type { Engine } from '../../engine/startEngine.ts'

/** How many deliveries a snapshot carries; older ones are loaded on demand. */
const snapshotSize = 200
/** Maximum pending events, or their bytes, of a client. Beyond it, the client gets a new snapshot. */
const maxPending = 50_000
const maxPendingBytes = 32 * 1024 * 1024
/** Minimum interval between messages, ms: under load, a few large ones cost both sides less. */
const gapMs = 25

/**
 * The live feed: a snapshot at a number, then every event after it. A client that reconnects with the number of its last
 * event gets the missed ones, or a new snapshot when they are no longer held.
 */
export async function* feed(
  engine: Engine,
  status: () => Promise<Status>,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<FeedMessage, void, void> {
  const pending = openPending(engine, lastNumber(lastEventId), signal)
  let toldAt = -Infinity
  try {
    if (pending.needsSnapshot()) yield await snapshot(engine, status, pending.restart())
    while (signal?.aborted !== true) {
      const events = await pending.next(toldAt + gapMs)
      if (pending.needsSnapshot()) {
        yield await snapshot(engine, status, pending.restart())
        continue
      }
      const last = events.at(-1)
      if (last === undefined) return
      toldAt = performance.now()
      yield withEventMeta({ kind: 'events', events }, { id: String(last.number) })
    }
  } finally {
    pending.stop()
  }
}

async function snapshot(engine: Engine, status: () => Promise<Status>, at: number): Promise<FeedMessage> {
  const [page, current] = await Promise.all([engine.store.list({ limit: snapshotSize }), status()])
  return withEventMeta(
    {
      kind: 'snapshot',
      at,
      status: current,
      environments: engine.environments.all().map((record) => engine.environments.view(record)),
      deliveries: page.items,
      next: page.next,
    },
    { id: String(at) },
  )
}

/** Events between two yields. `next` resolves at a time or later, with an empty list when the client has gone. */
function openPending(engine: Engine, after: number | null, signal: AbortSignal | undefined) {
  let events: NumberedEvent[] = []
  let bytes = 0
  let overflowed = false
  let wake: (() => void) | undefined
  const subscription = engine.events.subscribe(after, (batch, batchBytes) => {
    if (events.length + batch.length > maxPending || bytes + batchBytes > maxPendingBytes) {
      overflowed = true
      events = []
      bytes = 0
    } else if (!overflowed) {
      for (const event of batch) events.push(event)
      bytes += batchBytes
    }
    wake?.()
  })
  let fresh = after === null || subscription.gap
  const onAbort = () => wake?.()
  signal?.addEventListener('abort', onAbort)

  return {
    needsSnapshot: () => fresh || overflowed,
    /** Drops pending events and returns the number at which the feed starts again. */
    restart: () => {
      fresh = false
      overflowed = false
      events = []
      bytes = 0
      return engine.events.last()
    },
    next: async (notBefore: number): Promise<NumberedEvent[]> => {
      if (events.length === 0 && !overflowed && signal?.aborted !== true) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const rest = notBefore - performance.now()
      if (rest > 0) await pause(rest, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
      const taken = events
      events = []
      bytes = 0
      return taken
    },
    stop: () => {
      subscription.stop()
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

function lastNumber(lastEventId: string | undefined): number | null {
  return lastEventId !== undefined && /^\d{1,16}$/.test(lastEventId) ? Number(lastEventId) : null
}
