import type { Operation } from './operations.ts'

/** Why index entries are out of date: it decides who hears of the new summaries. */
export type ReindexCause = 'verdict' | 'removal' | 'text'

/** The deliveries whose index entries an operation changes, or null where it changes none. */
export function reindexedBy(operation: Operation): { ids: readonly number[]; cause: ReindexCause } | null {
  switch (operation.kind) {
    case 'put-verdicts':
      return { ids: operation.changes.map(({ deliveryId }) => Number(deliveryId)), cause: 'verdict' }
    case 'note-answer':
      return { ids: [Number(operation.answer.deliveryId)], cause: 'verdict' }
    case 'remove-deliveries':
      return { ids: operation.ids, cause: 'removal' }
    case 'annotate':
      return operation.change.note === undefined ? null : { ids: [Number(operation.change.deliveryId)], cause: 'text' }
    case 'add-attempt': {
      const { kind, status, body, deliveryId } = operation.attempt
      const isSnapshot = kind === 'follow-up' && status !== null && status >= 200 && status < 300 && body !== null
      return isSnapshot ? { ids: [Number(deliveryId)], cause: 'text' } : null
    }
    case 'put-document':
    case 'remove-document':
    case 'put-follow-up':
    case 'put-follow-up-cursor':
    case 'put-forward':
    case 'put-forward-progress':
    case 'forget-forward-rule':
    case 'hide-deliveries':
    case 'show-deliveries':
    case 'probe':
      return null
  }
}
