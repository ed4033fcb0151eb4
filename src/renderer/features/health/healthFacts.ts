import type { Environment, Status } from '../../../shared/wireTypes.ts'
import { factWords } from './words.ts'

export interface HealthFact {
  id: 'store' | 'receiver' | 'index' | 'deliveries' | 'follow-ups' | 'forwarding'
  name: string
  word: string
  look: 'good' | 'warn' | 'bad' | 'plain'
  /** A sentence more, or null. */
  note: string | null
}

/** How the inspector is, in words. Pure. */
export function healthFacts(
  { health, receiver, counts }: Pick<Status, 'health' | 'receiver' | 'counts'>,
  environments: readonly Pick<Environment, 'id' | 'name'>[],
): HealthFact[] {
  const { store, problem, indexBehind, followUps, givenUp } = health
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
    ...(givenUp.length === 0 ? [] : [forwardingFact(givenUp, environments)]),
  ]
}

function forwardingFact(
  givenUp: Status['health']['givenUp'],
  environments: readonly Pick<Environment, 'id' | 'name'>[],
): HealthFact {
  const nameOf = (environmentId: string) => environments.find(({ id }) => id === environmentId)?.name ?? environmentId
  const rules = givenUp.map(({ environmentId, name, count }) => factWords.givenUpBy(name, nameOf(environmentId), count))
  const count = givenUp.reduce((sum, rule) => sum + rule.count, 0)
  const note = [...rules, factWords.givenUpNext].join(' ')
  return { id: 'forwarding', name: factWords.forwarding, word: factWords.givenUp(count), look: 'warn', note }
}

function strays(count: number): string | null {
  return count === 0 ? null : factWords.strays(count)
}

/** Rounds a duration to whole seconds, at least one. */
function wholeSeconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000)) * 1000
}
