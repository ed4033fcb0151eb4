import type { FoldedNotification } from './foldDeliveries.ts'
import type { JudgedClaims, JudgedSnapshot } from './judgeSnapshots.ts'

/** What is to be said about a notification, as sentences for a person. Pure. */
export function notesOfNotification(notification: FoldedNotification, judged: JudgedClaims | undefined): string[] {
  const { proven, deliveries, overtakenBy, claims } = notification
  const notes: string[] = []
  if (!proven) notes.push('Nothing proves who sent it; the object was fetched because that was wanted all the same.')
  if (deliveries.length > 1) {
    notes.push(`It was delivered ${deliveries.length} times: a retry or a copy of the same notification, counted once.`)
  }
  if (overtakenBy !== null) {
    notes.push(
      'Out of order: a notification that was created later had come before it. The object that was fetched for it is the newer one.',
    )
  }
  if (judged?.silent === true) {
    notes.push('Its changes are null, so that only the snapshots tell what changed.')
  }
  if (claims.shape === 'other') {
    notes.push('Its changes have a shape that is not known, so they are shown as they came and not compared.')
  }
  return judged === undefined ? notes : [...notes, ...notesOfClaims(judged)]
}

function notesOfClaims({ unclaimed, unchanged, otherwise }: JudgedClaims): string[] {
  const notes: string[] = []
  if (unclaimed.length > 0) {
    notes.push(
      `${list(unclaimed)} changed too, and its changes do not say so. Another notification may be missing or still on its way.`,
    )
  }
  if (unchanged.length > 0) {
    notes.push(
      `It says that ${list(unchanged)} changed, but the snapshot before has the same. That one was perhaps fetched after this change.`,
    )
  }
  if (otherwise.length > 0) {
    notes.push(
      `It says that ${list(otherwise)} has another value than the object had when it was fetched. It may have changed again since.`,
    )
  }
  return notes
}

const missedNotes: Record<Exclude<JudgedSnapshot['missed'], null>, string> = {
  'none-came': 'The object changed since the snapshot before, and no notification came in between: one is missing.',
  'only-create':
    'The object changed since the snapshot before, and only the notification of its creation came in between: that of an update is missing.',
  late: 'The object changed since the snapshot before; the notification of it came only after this snapshot was taken.',
}

/** What is to be said about a snapshot. Pure. */
export function notesOfSnapshot({ missed }: JudgedSnapshot): string[] {
  return missed === null ? [] : [missedNotes[missed]]
}

/** What a person should see of the whole story at a glance. Pure. */
export function notesOfStory(facts: {
  outOfOrder: number
  missed: number
  silent: number
  unproven: number
  older: number
}): string[] {
  const { outOfOrder, missed, silent, unproven, older } = facts
  return [
    ...said(missed, 'change', 'changes', 'came without a notification.'),
    ...said(outOfOrder, 'notification', 'notifications', 'came out of order.'),
    ...said(silent, 'notification', 'notifications', 'said nothing about changes, yet the object changed.'),
    ...said(
      unproven,
      'delivery',
      'deliveries',
      'named this object without proof and is left out.',
      'named this object without proof and are left out.',
    ),
    ...said(older, 'older notification', 'older notifications', 'is not shown.', 'are not shown.'),
  ]
}

function said(count: number, one: string, many: string, rest: string, restOfMany = rest): string[] {
  if (count === 0) return []
  return [count === 1 ? `1 ${one} ${rest}` : `${count} ${many} ${restOfMany}`]
}

/** Some names, the rest counted. */
function list(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => (name === '' ? 'the whole object' : name))
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
