import type { Status } from '../../shared/wireTypes.ts'
import { countOf, groupDigits } from '../ui/format.ts'

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
      ? { id: 'receiver', name: 'Receiver', word: 'Listening', look: 'good', note: strays(receiver.strays) }
      : { id: 'receiver', name: 'Receiver', word: 'Does not listen', look: 'bad', note: receiver.problem },
    store === 'ok'
      ? { id: 'store', name: 'Store', word: 'Keeps every delivery', look: 'good', note: null }
      : { id: 'store', name: 'Store', word: 'Cannot keep deliveries now', look: 'bad', note: problem },
    indexBehind === 0
      ? { id: 'index', name: 'Search', word: 'Knows everything that is stored', look: 'good', note: null }
      : {
          id: 'index',
          name: 'Search',
          word: `${countOf(indexBehind, 'delivery', 'deliveries')} behind`,
          look: 'plain',
          note: 'They are stored, and will be searchable in a moment.',
        },
    {
      id: 'deliveries',
      name: 'Deliveries',
      word: `${groupDigits(counts.deliveries)} stored; ${rate(health.perMinute)} a minute over the last five minutes`,
      look: 'plain',
      note: null,
    },
    {
      id: 'follow-ups',
      name: 'Follow-ups',
      word: `${groupDigits(followUps.waiting)} waiting, ${groupDigits(followUps.failed)} failed`,
      look: followUps.failed > 0 ? 'warn' : 'good',
      note: null,
    },
  ]
}

function strays(count: number): string | null {
  return count === 0 ? null : `${countOf(count, 'request')} for no known path: answered 404 and not stored.`
}

function rate(perMinute: number): string {
  return perMinute >= 10 || Number.isInteger(perMinute) ? groupDigits(Math.round(perMinute)) : perMinute.toFixed(1)
}
