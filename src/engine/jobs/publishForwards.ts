import type { EventLog } from '../events/startEventLog.ts'
import type { Store } from '../store/store.ts'
import type { StoredAttempt } from '../store/records/attempts.ts'
import type { JobClock } from './runner.ts'

type Events = Pick<EventLog, 'publish'>

/** Screens hear of progress this often at most, ms. */
const progressIntervalMs = 300

/** Publishes that a rule of an environment has moved, no more often than screens can show it. */
export function publishProgress(clock: JobClock, events: Events) {
  const due = new Map<string, () => void>()
  return {
    note: (environmentId: string) => {
      if (due.has(environmentId)) return
      const cancel = clock.after(progressIntervalMs, () => {
        due.delete(environmentId)
        events.publish([{ type: 'forwarding', environmentId }])
      })
      due.set(environmentId, cancel)
    },
    stop: () => {
      for (const cancel of due.values()) cancel()
    },
  }
}

/**
 * Publishes attempts, each after its delivery: an app that answers the sender has taken a delivery before it is indexed and
 * announced, and a list cannot mark a row that it does not have.
 * @param announced the newest delivery that is announced already
 */
export function publishAttempts(store: Store, events: Events, announced: number) {
  let upTo = announced
  let waiting: StoredAttempt[] = []

  async function publish({ id, deliveryId, kind, status }: StoredAttempt): Promise<void> {
    const forward = (await store.forwardOf(deliveryId).catch(() => null)) ?? undefined
    events.publish([{ type: 'attempt', deliveryId, attemptId: id, kind, status, forward }])
  }

  const stop = store.onIndexed((batch) => {
    upTo = Math.max(upTo, Number(batch.at(-1)?.id ?? 0))
    const ready = waiting.filter(({ deliveryId }) => Number(deliveryId) <= upTo)
    waiting = waiting.filter(({ deliveryId }) => Number(deliveryId) > upTo)
    for (const attempt of ready) void publish(attempt)
  })
  return {
    stop,
    note: async (attempt: StoredAttempt): Promise<void> => {
      if (Number(attempt.deliveryId) > upTo) waiting.push(attempt)
      else await publish(attempt)
    },
  }
}
