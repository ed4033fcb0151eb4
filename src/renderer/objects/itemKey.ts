import type { ObjectItem } from '../../shared/wireTypes.ts'

type Named = Pick<ObjectItem, 'kind' | 'attemptId' | 'deliveryId'>

/** Tells the points of one story apart. */
export function itemKey({ kind, attemptId, deliveryId }: Named): string {
  return kind === 'snapshot' ? `snapshot-${attemptId}` : `notification-${deliveryId}`
}

/** The id of what is said about a point, in the page. */
export function entryId(item: Named): string {
  return `story-${itemKey(item)}`
}
