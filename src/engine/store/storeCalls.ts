import type { QueryClient } from './threads/queryClient.ts'
import type { Store } from './store.ts'
import type { Operation } from './write/operations.ts'

/** Lists, and what is measured over them. */
export function listCalls(queries: Pick<QueryClient, 'ask'>) {
  return {
    list: (query) => queries.ask('list', query),
    summary: (id) => queries.ask('summary', id),
    deliveriesOf: (...key) => queries.ask('deliveriesOf', ...key),
    deliveriesCarrying: (...key) => queries.ask('deliveriesCarrying', ...key),
    latency: (query) => queries.ask('latency', query),
    rate: (query) => queries.ask('rate', query),
    seenFields: (environment) => queries.ask('seenFields', environment),
    shapeTypes: (environment) => queries.ask('shapeTypes', environment),
    contractResult: (id) => queries.ask('contractResult', id),
    unvalidated: (...key) => queries.ask('unvalidated', ...key),
    contractCounts: (...key) => queries.ask('contractCounts', ...key),
    shape: (...key) => queries.ask('shape', ...key),
    changes: (...query) => queries.ask('changes', ...query),
    deliveriesShowing: (...query) => queries.ask('deliveriesShowing', ...query),
    changesOfDeliveries: (ids) => queries.ask('changesOfDeliveries', ids),
    uncheckedForChanges: () => queries.ask('uncheckedForChanges'),
    findChanges: (hidden) => queries.ask('findChanges', hidden),
    lastArrivals: () => queries.ask('lastArrivals'),
    senderClock: (environmentId) => queries.ask('senderClock', environmentId),
    objects: (query) => queries.ask('objects', query),
    object: (...key) => queries.ask('object', ...key),
  } satisfies Partial<Store>
}

/** Documents, attempts and follow-ups: written in the same batches as deliveries, read by the reader. */
export function recordCalls(
  operate: (operation: Operation) => Promise<number | null>,
  queries: QueryClient,
  indexed: Pick<QueryClient, 'ask'>,
) {
  return {
    async putDocument(collection: string, id: string, document: unknown) {
      await operate({ kind: 'put-document', collection, id, json: JSON.stringify(document) })
    },
    async removeDocument(collection: string, id: string) {
      await operate({ kind: 'remove-document', collection, id })
    },
    documents: async <T>(collection: string) =>
      (await queries.ask('documents', collection)) as { id: string; document: T }[],
    document: async <T>(collection: string, id: string) => (await queries.ask('document', collection, id)) as T | null,
    async noteAnswer(answer) {
      await operate({ kind: 'note-answer', answer })
    },
    addAttempt: async (attempt, forward) => String(await operate({ kind: 'add-attempt', attempt, forward })),
    attempts: (deliveryId) => queries.ask('attempts', deliveryId),
    snapshots: (...key) => queries.ask('snapshots', ...key),
    snapshotBodies: (...key) => queries.ask('snapshotBodies', ...key),
    firstSince: (...key) => indexed.ask('firstSince', ...key),
    addChanges: async (findings) => Number(await operate({ kind: 'add-changes', findings })),
    acceptChanges: async (numbers, at) => Number(await operate({ kind: 'accept-changes', numbers, at })),
    async annotate(change) {
      await operate({ kind: 'annotate', change })
    },
  } satisfies Partial<Store>
}
