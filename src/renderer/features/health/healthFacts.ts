import type { Status } from '../../../shared/wireTypes.ts'
import { factWords } from './words.ts'

export interface HealthFact {
  id: 'store' | 'receiver' | 'index' | 'deliveries' | 'follow-ups'
  name: string
  word: string
  look: 'good' | 'warn' | 'bad' | 'plain'
  /** A sentence more, or null. */
  note: string | null
}

/** How the inspector is, in words. Pure. */
export function healthFacts({
  health,
  receiver,
  counts,
}: Pick<Status, 'health' | 'receiver' | 'counts'>): HealthFact[] {
  const { store, problem, indexBehind, followUps } = health
  const skipped = followUps.withoutCredentials.reduce((sum, { count }) => sum + count, 0)
  return [
    receiver.state === 'listening'
      ? {
          id: 'receiver',
          name: factWords.receiver,
          word: factWords.listening,
          look: 'good',
          note: strays(receiver.strays),
        }
      : { id: 'receiver', name: factWords.receiver, word: factWords.notListening, look: 'bad', note: receiver.problem },
    store === 'ok'
      ? { id: 'store', name: factWords.store, word: factWords.keeping, look: 'good', note: null }
      : { id: 'store', name: factWords.store, word: factWords.notKeeping, look: 'bad', note: problem },
    indexBehind === 0
      ? { id: 'index', name: factWords.search, word: factWords.searchable, look: 'good', note: null }
      : {
          id: 'index',
          name: factWords.search,
          word: factWords.behind(indexBehind),
          look: 'plain',
          note: factWords.behindNote(indexBehind, store === 'ok'),
        },
    {
      id: 'deliveries',
      name: factWords.deliveries,
      word: factWords.stored(counts.deliveries, health.recent.deliveries, wholeSeconds(health.recent.ms)),
      look: 'plain',
      note: null,
    },
    {
      id: 'follow-ups',
      name: factWords.followUps,
      word: factWords.followUpsOf(followUps.waiting, followUps.failed, skipped),
      look: followUps.failed > 0 || skipped > 0 ? 'warn' : 'good',
      note: null,
    },
  ]
}

function strays(count: number): string | null {
  return count === 0 ? null : factWords.strays(count)
}

/** Of a stretch of time, at least one. */
function wholeSeconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000)) * 1000
}
