import type { Engine } from '../../engine/startEngine.ts'
import type { FollowUpCounts } from '../../engine/store/records/jobs.ts'
import { StoreUnavailable } from '../../engine/store/records/failures.ts'
import { diskOf } from '../storage/folderSizes.ts'
import type { Concern } from '../../shared/codes/health.ts'
import type { StoreProblem } from '../../shared/codes/store.ts'
import type { Status } from '../../shared/wireTypes.ts'
import { concernSentence } from '../../shared/words/health.ts'
import { storeSentence } from '../../shared/words/store.ts'

/** Behind by less is the ordinary course of a busy moment. */
const muchBehind = 5000
/** This many follow-ups take more than a minute even when the service answers at once. */
const manyWaiting = 3000
/** With less free space the user has to act soon, bytes. */
const littleFree = 500_000_000
/** How long a failure stays a concern, ms. */
const freshMs = 60 * 60_000

/** How the inspector is, cheaply: no query here looks at more than a few rows of an index. */
export async function describeHealth(
  { store, followUps: line, forwardRules, environments }: Engine,
  dataFolder: string,
  now: number,
): Promise<Status['health']> {
  const { state, why } = store.health()
  const counted = await store.followUpCounts().catch(orUnreadable)
  const followUps = counted ?? noFollowUps
  const { lastFailed } = followUps
  const failedDelivery = lastFailed === null ? null : await store.summary(lastFailed.deliveryId)
  const givenUp = await forwardRules.givenUp().catch(orUnreadable)
  const indexBehind = store.unindexed()
  const disk = await diskOf(dataFolder)
  const { lastDeliveryAt, perMinute, recent } = store.activity()
  const remarks = concernsOf({ why, indexBehind, followUps, free: disk?.free ?? null, now })
  if (counted === null || givenUp === null) remarks.push({ code: 'counts-unreadable', fields: { folder: dataFolder } })
  return {
    store: state,
    problem: why === null ? null : storeSentence(why),
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
      lastFailed: lastFailed?.deliveryId ?? null,
      lastFailedEnvironmentId: failedDelivery?.environmentId ?? null,
    },
    givenUp: givenUp ?? [],
    concerns: remarks.map(concernSentence),
    remarks,
  }
}

const noFollowUps: FollowUpCounts = { waiting: 0, failed: 0, lastFailed: null, withoutCredentials: {} }

/** Null where the counts lie on damaged pages. */
function orUnreadable(error: unknown): null {
  if (error instanceof StoreUnavailable && error.why.code === 'data-damaged') return null
  throw error
}

function concernsOf({
  why,
  indexBehind,
  followUps: { waiting, failed, lastFailed },
  free,
  now,
}: {
  why: StoreProblem | null
  indexBehind: number
  followUps: FollowUpCounts
  /** Space of the disk, bytes; null where it is not known. */
  free: number | null
  now: number
}): Concern[] {
  const concerns: Concern[] = []
  if (why !== null) concerns.push(why)
  if (why === null && free !== null && free < littleFree) concerns.push({ code: 'disk-nearly-full', fields: { free } })
  if (indexBehind > muchBehind) concerns.push({ code: 'index-behind', fields: { count: indexBehind } })
  if (waiting > manyWaiting) concerns.push({ code: 'follow-ups-waiting', fields: { count: waiting } })
  if (lastFailed !== null && now - lastFailed.receivedAt < freshMs) {
    concerns.push({ code: 'follow-ups-failed', fields: { count: failed, deliveryId: lastFailed.deliveryId } })
  }
  return concerns
}
