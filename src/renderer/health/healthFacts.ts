import type { Status } from '../../shared/wireTypes.ts'
import { groupDigits } from '../ui/format.ts'
import { factWords } from '../words/health.ts'

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
          note: factWords.behindNote,
        },
    {
      id: 'deliveries',
      name: factWords.deliveries,
      word: factWords.stored(counts.deliveries, rate(health.perMinute)),
      look: 'plain',
      note: null,
    },
    {
      id: 'follow-ups',
      name: factWords.followUps,
      word: factWords.followUpsOf(followUps.waiting, followUps.failed),
      look: followUps.failed > 0 ? 'warn' : 'good',
      note: null,
    },
  ]
}

function strays(count: number): string | null {
  return count === 0 ? null : factWords.strays(count)
}

function rate(perMinute: number): string {
  return perMinute >= 10 || Number.isInteger(perMinute) ? groupDigits(Math.round(perMinute)) : perMinute.toFixed(1)
}
