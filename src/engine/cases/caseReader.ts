import type { DeliveryReader } from '../actions/deliverySource.ts'
import type { Store } from '../store/store.ts'
import type { CaseShelf } from './caseShelf.ts'

/** The case of a delivery's or environment's id, such as "c0123456789ab.12"; null where it is one's own. */
export function caseOf(id: string): string | null {
  return /^(c[0-9a-f]{12})\./.exec(id)?.[1] ?? null
}

/** An id in the store of its case. */
export function idInCase(caseId: string, id: string): string {
  return id.startsWith(`${caseId}.`) ? id.slice(caseId.length + 1) : id
}

/**
 * Reads the deliveries of a case with the queries of any store. Ids have the case in front, so that they are never taken
 * for those of one's own data or of another case. The case stays open for a while after each query.
 */
export function caseReader(shelf: Pick<CaseShelf, 'use'>, caseId: string): DeliveryReader {
  const inStore = (id: string): string => idInCase(caseId, id)
  const ask = async <T>(query: (store: Store) => Promise<T>): Promise<T> => shelf.use(caseId, query)

  function outside<T extends { [name in IdName]?: string }>(row: T): T {
    const ids = idNames.flatMap((name) => (row[name] === undefined ? [] : [[name, `${caseId}.${row[name]}`]]))
    return { ...row, ...Object.fromEntries(ids) }
  }

  return {
    async list({ environment, ...query }) {
      const page = await ask((store) =>
        store.list({ ...query, environment: environment === undefined ? undefined : inStore(environment) }),
      )
      return { ...page, items: page.items.map(outside) }
    },
    seenFields: (environment) =>
      ask((store) => store.seenFields(environment === undefined ? undefined : inStore(environment))),
    shapeTypes: (environment) => ask((store) => store.shapeTypes(inStore(environment))),
    shape: (environment, ...rest) => ask((store) => store.shape(inStore(environment), ...rest)),
    async summary(id) {
      const summary = await ask((store) => store.summary(inStore(id)))
      return summary === null ? null : outside(summary)
    },
    async get(id) {
      const stored = await ask((store) => store.get(inStore(id)))
      return stored === null ? null : outside(stored)
    },
    body: (id, start, end) => ask((store) => store.body(inStore(id), start, end)),
    async attempts(deliveryId) {
      const attempts = await ask((store) => store.attempts(inStore(deliveryId)))
      return attempts.map(outside)
    },
    async deliveriesOf(environmentId, ...rest) {
      const summaries = await ask((store) => store.deliveriesOf(inStore(environmentId), ...rest))
      return summaries.map(outside)
    },
    async object(environmentId, ...rest) {
      const object = await ask((store) => store.object(inStore(environmentId), ...rest))
      return object === null ? null : outside(object)
    },
    async snapshotBodies(environmentId, ...rest) {
      const snapshots = await ask((store) => store.snapshotBodies(inStore(environmentId), ...rest))
      return snapshots.map(outside)
    },
  }
}

const idNames = ['id', 'deliveryId', 'environmentId'] as const
type IdName = (typeof idNames)[number]
