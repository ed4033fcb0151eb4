import type { Operation } from './operations.ts'

/** Why index entries are out of date: it decides who hears of the new summaries. */
export type ReindexCause = 'verdict' | 'removal' | 'text'

/** The deliveries whose index entries an operation changes, or null where it changes none. Jobs change no entry. */
export function reindexedBy(operation: Operation): { ids: readonly number[]; cause: ReindexCause } | null {
  if (operation.kind === 'put-verdicts') {
    return { ids: operation.changes.map(({ deliveryId }) => Number(deliveryId)), cause: 'verdict' }
  }
  if (operation.kind === 'note-answer') return { ids: [Number(operation.answer.deliveryId)], cause: 'verdict' }
  if (operation.kind === 'remove-deliveries') return { ids: operation.ids, cause: 'removal' }
  if (operation.kind === 'annotate' && operation.change.note !== undefined) {
    return { ids: [Number(operation.change.deliveryId)], cause: 'text' }
  }
  if (operation.kind === 'add-attempt') {
    const { kind, status, body, deliveryId } = operation.attempt
    const isSnapshot = kind === 'follow-up' && status !== null && status >= 200 && status < 300 && body !== null
    return isSnapshot ? { ids: [Number(deliveryId)], cause: 'text' } : null
  }
  return null
}
