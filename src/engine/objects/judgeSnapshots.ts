import { meaningful, otherwiseOf, unchangedOf, unclaimedOf } from './compareClaims.ts'
import { compareInstants } from './compareInstants.ts'
import { difference, type Difference } from '../../shared/difference.ts'
import type { FoldedNotification } from './foldDeliveries.ts'

/** The object as one successful follow-up found it. */
export interface Snapshot {
  attemptId: string
  deliveryId: string
  /** Milliseconds since the epoch. */
  at: number
  /** The answer's body as text. */
  text: string
}

/** A snapshot beside the one before it. */
export interface JudgedSnapshot {
  snapshot: Snapshot
  /** Null for the first one, and where one of the two is not JSON. */
  difference: Difference[] | null
  /**
   * Why a notification must be missing: none came since the snapshot before, or only that of a creation. `late`: it came
   * after this snapshot was taken. Null where nothing is missing.
   */
  missed: 'none-came' | 'only-create' | 'late' | null
}

/** What the object shows of a notification's claims. */
export interface JudgedClaims {
  /** The first snapshot since it came. */
  shownBy: Snapshot
  /** There is an earlier snapshot to compare with. */
  compared: boolean
  /** Changed, and none of the notifications since the snapshot before said so. */
  unclaimed: string[]
  /** Said to have changed, and equal to the snapshot before. */
  unchanged: string[]
  /** Said to have a value that the object does not have. */
  otherwise: string[]
  /** It says nothing about changes, and the object changed. */
  silent: boolean
}

/**
 * Compares each snapshot with the one before and with what the notifications in between say. Pure.
 * @param notifications in order of arrival
 * @param snapshots in order of time
 */
export function judgeSnapshots(
  notifications: readonly FoldedNotification[],
  snapshots: readonly Snapshot[],
): { snapshots: JudgedSnapshot[]; claims: Map<FoldedNotification, JudgedClaims> } {
  const claims = new Map<FoldedNotification, JudgedClaims>()
  const judged = snapshots.map((snapshot, index): JudgedSnapshot => {
    const previous = snapshots[index - 1]
    const between = notifications.filter((notification) => placeOf(notification, snapshots) === index)
    const objects = { before: previous === undefined ? undefined : parsed(previous.text), after: parsed(snapshot.text) }
    const differs =
      objects.before === undefined || objects.after === undefined
        ? null
        : difference(objects.before.value, objects.after.value)
    for (const notification of between) {
      claims.set(notification, judgeClaims(notification, between, snapshot, differs, objects.after?.value))
    }
    const missed = previous === undefined || differs === null || differs.length === 0
    return {
      snapshot,
      difference: differs,
      missed: missed ? null : missing(between, notifications, previous, snapshot),
    }
  })
  return { snapshots: judged, claims }
}

/** The first snapshot that can show it: its own, or one that was taken after it came. -1 when there is none yet. */
function placeOf(notification: FoldedNotification, snapshots: readonly Snapshot[]): number {
  const ids = new Set(notification.deliveries.map(({ id }) => id))
  const at = Date.parse(notification.at)
  return snapshots.findIndex((snapshot) => ids.has(snapshot.deliveryId) || snapshot.at >= at)
}

function judgeClaims(
  notification: FoldedNotification,
  between: readonly FoldedNotification[],
  shownBy: Snapshot,
  differs: Difference[] | null,
  object: unknown,
): JudgedClaims {
  const { claims } = notification
  const otherwise = notification === lastThatSays(between) ? otherwiseOf(claims, object) : []
  if (differs === null) {
    return { shownBy, compared: false, unclaimed: [], unchanged: [], otherwise, silent: false }
  }
  const all = between.map((entry) => entry.claims.claimed)
  const left = unclaimedOf(
    meaningful(differs),
    all.flat().filter((claim) => claim !== null),
  )
  return {
    shownBy,
    compared: true,
    // One that says nothing may stand for any change, so nobody can be blamed for what is left.
    unclaimed: claims.claimed === null || all.includes(null) ? [] : left,
    unchanged: unchangedOf(differs, claims.claimed ?? []),
    otherwise,
    silent: claims.shape === 'none' && !isCreate(notification) && left.length > 0,
  }
}

/** Later values overwrite earlier ones, so only the last can be expected to be there. */
function lastThatSays(between: readonly FoldedNotification[]): FoldedNotification | undefined {
  return between.findLast(({ claims }) => claims.shape === 'values')
}

function missing(
  between: readonly FoldedNotification[],
  all: readonly FoldedNotification[],
  previous: Snapshot,
  snapshot: Snapshot,
): JudgedSnapshot['missed'] {
  if (between.some((notification) => !isCreate(notification))) return null
  const since = new Date(previous.at).toISOString()
  const until = new Date(snapshot.at).toISOString()
  const came = all.some(
    ({ at, createdAtUtc }) =>
      Date.parse(at) > snapshot.at &&
      createdAtUtc !== null &&
      (compareInstants(createdAtUtc, since) ?? -1) > 0 &&
      (compareInstants(createdAtUtc, until) ?? 1) <= 0,
  )
  if (came) return 'late'
  return between.length === 0 ? 'none-came' : 'only-create'
}

function isCreate({ action }: FoldedNotification): boolean {
  return action?.toLowerCase() === 'create'
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
