import { meaningful, otherwiseOf, unchangedOf, unclaimedOf } from './compareClaims.ts'
import { type Difference, differenceWithin, type Places } from '../../shared/json/difference.ts'
import { parseExactly } from '../../shared/json/exactJson.ts'
import { compareCreation, type FoldedNotification } from './foldDeliveries.ts'

/** The object as one successful follow-up found it. */
export interface Snapshot {
  attemptId: string
  deliveryId: string
  /** Milliseconds since the epoch. */
  at: number
  /** The answer's body as text; null where the story's share of text was used up by newer ones. */
  text: string | null
}

/** A snapshot compared with the one before it. */
export interface JudgedSnapshot {
  snapshot: Snapshot
  /** Null for the first one, where one of the two is not JSON, and where there is too much to compare. */
  difference: Difference[] | null
  /**
   * Why a notification must be missing: none came since the snapshot before, or only that of a creation. `late`: it came
   * after this snapshot was taken. Null where nothing is missing.
   */
  missed: 'none-came' | 'only-create' | 'late' | null
}

/** A notification's claims, compared with the object. */
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

/** A story is computed while the user waits: objects of five hundred values, seen a hundred times, are well within this. */
const maxPlaces = 50_000

/**
 * Compares each snapshot with the one before and with what the notifications in between say. Pure.
 * @param notifications in order of arrival
 * @param snapshots in order of time
 * @param isKnown whether two values that are not the same really differ
 */
export function judgeSnapshots(
  notifications: readonly FoldedNotification[],
  snapshots: readonly Snapshot[],
  isKnown: (difference: Difference) => boolean = () => true,
): { snapshots: JudgedSnapshot[]; claims: Map<FoldedNotification, JudgedClaims> } {
  const claims = new Map<FoldedNotification, JudgedClaims>()
  const places: Places = { left: maxPlaces }
  const judged = snapshots.map((snapshot, index): JudgedSnapshot => {
    const previous = snapshots[index - 1]
    const between = notifications.filter((notification) => placeOf(notification, snapshots) === index)
    const objects = {
      before: previous === undefined ? undefined : parsed(previous.text, parseExactly),
      after: parsed(snapshot.text, parseExactly),
    }
    const differs =
      objects.before === undefined || objects.after === undefined
        ? null
        : (differenceWithin(objects.before.value, objects.after.value, places)?.filter(isKnown) ?? null)
    for (const notification of between) {
      claims.set(notification, judgeClaims(notification, between, snapshot, { differs, places }))
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
  { differs, places }: { differs: Difference[] | null; places: Places },
): JudgedClaims {
  const { claims } = notification
  // A claim of 12.5 is true of 12.50: values count here, not how they are written.
  const object = () => parsed(shownBy.text, JSON.parse)?.value
  const otherwise = notification === lastThatSays(between) ? otherwiseOf(claims, object(), places) : []
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
    // One that says nothing may announce any change, so what is left proves nothing.
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
    (notification) =>
      Date.parse(notification.at) > snapshot.at &&
      (compareCreation(notification, since) ?? -1) > 0 &&
      (compareCreation(notification, until) ?? 1) <= 0,
  )
  if (came) return 'late'
  return between.length === 0 ? 'none-came' : 'only-create'
}

function isCreate({ action }: FoldedNotification): boolean {
  return action?.toLowerCase() === 'create'
}

function parsed(text: string | null, parse: (text: string) => unknown): { value: unknown } | undefined {
  if (text === null) return undefined
  try {
    return { value: parse(text) }
  } catch {
    return undefined
  }
}
