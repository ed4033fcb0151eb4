import { createListeners } from '../../shared/basics/listeners.ts'
import { createQueue } from '../../shared/basics/queues.ts'
import { noEnvironment } from '../failures/expectedFailure.ts'
import type { Store } from '../store/store.ts'
import { type EnvironmentRecord, recordAtStart } from './environmentRecord.ts'
import { prepareVerifier, type Verifier } from './prepareVerifier.ts'
import { receiverPath } from './receiverPath.ts'
import { withSoundRotation } from './rotation.ts'
import { onlyOpenable, type SecretSeal } from './secretSeal.ts'

/** The records of all environments, in memory and on disk, with what is derived from each. */
interface Records {
  records: ReadonlyMap<string, EnvironmentRecord>
  existing(id: string): EnvironmentRecord
  /** Resolves when all are on disk; then they count, and are announced together. */
  save(...changed: EnvironmentRecord[]): Promise<EnvironmentRecord[]>
  /** Returns what was removed; the caller publishes it. */
  remove(id: string): Promise<EnvironmentRecord>
  /** One change after the other: each starts from what the one before it saved, so none is lost. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** The environment whose receiver path a request target is, or null. */
  route(target: string): string | null
  verifier(id: string): Verifier | undefined
  announce(...changed: EnvironmentRecord[]): void
  onChange(listener: (changed: readonly EnvironmentRecord[]) => void): () => void
}

/** Reads all records. Secrets that cannot be opened count as not set, which is said to `warn`. */
export async function openRecords(
  store: Store,
  seal: SecretSeal,
  now: () => number,
  warn: (message: string) => void,
): Promise<Records> {
  const records = new Map<string, EnvironmentRecord>()
  const verifiers = new Map<string, Verifier>()
  const routes = new Map<string, string>()
  const listeners = createListeners<[changed: readonly EnvironmentRecord[]]>()

  function adopt(record: EnvironmentRecord): void {
    const before = records.get(record.id)
    if (before !== undefined) routes.delete(receiverPath(before))
    records.set(record.id, record)
    routes.set(receiverPath(record), record.id)
    verifiers.set(record.id, prepareVerifier(record, seal))
  }
  function existing(id: string): EnvironmentRecord {
    const record = records.get(id)
    if (record === undefined) throw noEnvironment(id)
    return record
  }
  function announce(...changed: EnvironmentRecord[]): void {
    listeners.call(changed)
  }

  for (const { document } of await store.documents<EnvironmentRecord>('environments')) {
    adopt(onlyOpenable(recordAtStart(document, now()), seal, warn))
  }
  return {
    records,
    existing,
    announce,
    save: async (...changed) => {
      const written = changed.map(withSoundRotation)
      const results = await Promise.allSettled(
        written.map(async (record) => store.putDocument('environments', record.id, record)),
      )
      // The records on disk count, even when another file could not be written.
      const saved = written.filter((_, index) => results[index]?.status === 'fulfilled')
      for (const record of saved) adopt(record)
      if (saved.length > 0) announce(...saved)
      const failed = results.find((result) => result.status === 'rejected')
      if (failed !== undefined) throw failed.reason
      return saved
    },
    remove: async (id) => {
      const record = existing(id)
      await store.removeDocument('environments', id)
      records.delete(id)
      verifiers.delete(id)
      routes.delete(receiverPath(record))
      return record
    },
    inTurn: createQueue(),
    route: (target) => routes.get(pathOf(target)) ?? null,
    verifier: (id) => verifiers.get(id),
    onChange: listeners.add,
  }
}

/** A request target without its query. */
function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}
