import type { Engine } from '../engine/startEngine.ts'
import type { Status } from '../shared/wireTypes.ts'

/** Behind by less is the ordinary course of a busy moment. */
const muchBehind = 5000
/** So many waiting follow-ups take more than a minute even when the service answers at once. */
const manyWaiting = 3000
/** A failure stays a concern for so long, ms. */
const freshMs = 60 * 60_000

/** How the inspector is, cheaply: no query here looks at more than a few rows of an index. */
export async function describeHealth(
  { store, followUps: line, environments }: Engine,
  now: number,
): Promise<Status['health']> {
  const { state, problem } = store.health()
  const followUps = await store.followUpCounts()
  const indexBehind = store.indexBehind()
  const { lastDeliveryAt, perMinute, recent } = store.activity()
  const facts = { indexBehind, followUps, now }
  return {
    store: state,
    problem,
    indexBehind,
    lastDeliveryAt: lastDeliveryAt === null ? null : new Date(lastDeliveryAt).toISOString(),
    perMinute,
    recent,
    followUps: {
      waiting: followUps.waiting,
      failed: followUps.failed,
      withoutCredentials: Object.entries(followUps.withoutCredentials).flatMap(([environmentId, count]) =>
        environments.get(environmentId) === undefined
          ? []
          : [{ environmentId, count, missing: line.missingCredential(environmentId) }],
      ),
      lastFailed: followUps.lastFailed?.deliveryId ?? null,
    },
    concerns: [...(problem === null ? [] : [problem]), ...concernsOf(facts)],
  }
}

function concernsOf({
  indexBehind,
  followUps: { waiting, failed, lastFailed },
  now,
}: {
  indexBehind: number
  followUps: Awaited<ReturnType<Engine['store']['followUpCounts']>>
  now: number
}): string[] {
  const concerns: string[] = []
  if (indexBehind > muchBehind) {
    concerns.push(`${indexBehind} deliveries are stored and listed but not searchable yet. It catches up by itself.`)
  }
  if (waiting > manyWaiting) {
    concerns.push(`${waiting} follow-ups wait. They go on by themselves as fast as the service allows.`)
  }
  if (lastFailed !== null && now - lastFailed.receivedAt < freshMs) {
    const all = failed === 1 ? '1 follow-up failed' : `${failed} follow-ups failed`
    concerns.push(`${all}, last that of delivery ${lastFailed.deliveryId}. Open it to see why, and run it again.`)
  }
  return concerns
}
