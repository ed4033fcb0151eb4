import type { ItemRemark, StoryRemark } from '../codes/storyRemarks.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const itemWords: WordsOf<ItemRemark> = {
  'sender-unproven': () =>
    'Nothing proves who sent it. Its object was fetched because this environment follows unverified deliveries too.',
  repeated: ({ times }) => `It was delivered ${times} times: a retry or a copy of the same notification, counted once.`,
  'out-of-order': () =>
    'Out of order: a notification that was created later came before it. The object that was fetched for that one is newer.',
  'changes-null': () => 'Its changes are null, so only the snapshots show what changed.',
  'body-too-large': () =>
    'Its body is too large to be read here, so its changes are neither shown nor compared. Open the delivery.',
  'changes-unknown-shape': () => 'Its changes have an unknown shape, so they are shown as they came and not compared.',
  unclaimed: (fields) =>
    `${list(fields)} changed too, and its changes do not say so. Another notification may be missing or still on its way.`,
  unchanged: (fields) =>
    `It says that ${list(fields)} changed, but the snapshot before shows the same. That one was perhaps fetched after this change.`,
  otherwise: (fields) =>
    `It says that ${list(fields)} has another value than the object had when it was fetched. It may have changed again since.`,
  'object-too-large': () =>
    'The object is too large to be shown and compared here. Open the follow-up of its delivery.',
  'notification-missing': () => 'The object changed since the snapshot before, and no notification came in between.',
  'update-missing': () =>
    'The object changed since the snapshot before, and only the notification of its creation came in between.',
  'notification-late': () =>
    'The object changed since the snapshot before. The notification of it came only after this snapshot was taken.',
  'notification-not-in-file': () =>
    'The object changed since the snapshot before, and the file has no notification of it in between.',
  'body-values-left-out': () =>
    'Values of the object were left out of the file. They look the same in every snapshot, so a difference in them is not seen.',
}

const storyWords: WordsOf<StoryRemark> = {
  missed: ({ count }) => `${counted(count, 'change')} came without a notification.`,
  'some-out-of-order': ({ count }) => `${counted(count, 'notification')} came out of order.`,
  silent: ({ count }) => `${counted(count, 'notification')} said nothing about changes, although the object changed.`,
  unproven: ({ count }) =>
    count === 1
      ? '1 delivery named this object without proof and is left out.'
      : `${count} deliveries named this object without proof and are left out.`,
  older: ({ count }) =>
    count === 1 ? '1 older notification is not shown.' : `${count} older notifications are not shown.`,
  'of-file': () => 'Only what is in the file is part of this story.',
}

export function itemSentence(remark: ItemRemark): string {
  return inWords(itemWords, remark)
}

export function storySentence(remark: StoryRemark): string {
  return inWords(storyWords, remark)
}

function counted(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${one}s`
}

/** Some of the places, the rest counted. */
function list({ places }: { places: readonly string[] }): string {
  const shown = places.slice(0, 5).map((place) => (place === '' ? 'the whole object' : place))
  const more = places.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
