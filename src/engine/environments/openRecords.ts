import { noEnvironment } from '../actions/expectedFailure.ts'
import type { Store } from '../store/types.ts'
import { completeRecord, type EnvironmentRecord } from './environmentRecord.ts'
import { prepareVerifier, type Verifier } from './prepareVerifier.ts'
import { receiverPath } from './receiverPath.ts'
import { withSoundRotation } from './rotation.ts'
import { onlyOpenable, type SecretSeal } from './secretSeal.ts'

/** The records of all environments, in memory and on disk, with what is derived from each. */
interface Records {
  records: ReadonlyMap<string, EnvironmentRecord>
  existing(id: string): EnvironmentRecord
  /** Resolves when it is on disk; then it counts, and is told. */
  save(record: EnvironmentRecord): Promise<EnvironmentRecord>
  /** Answers what was removed; telling it is the caller's. */
  remove(id: string): Promise<EnvironmentRecord>
  /** One change after the other: each starts from what the one before it saved, so none is lost. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** The environment whose receiver path a request target is, or null. */
  route(target: string): string | null
  verifier(id: string): Verifier | undefined
  tell(record: EnvironmentRecord): void
  onChange(listener: (record: EnvironmentRecord) => void): () => void
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
  const listeners = new Set<(record: EnvironmentRecord) => void>()
  let tail: Promise<unknown> = Promise.resolve()

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
  function tell(record: EnvironmentRecord): void {
    for (const listener of listeners) listener(record)
  }

  for (const { document } of await store.documents<EnvironmentRecord>('environments')) {
    adopt(onlyOpenable(completeRecord(document, now()), seal, warn))
  }
  return {
    records,
    existing,
    tell,
    save: async (changed) => {
      const record = withSoundRotation(changed)
      await store.putDocument('environments', record.id, record)
      adopt(record)
      tell(record)
      return record
    },
    remove: async (id) => {
      const record = existing(id)
      await store.removeDocument('environments', id)
      records.delete(id)
      verifiers.delete(id)
      routes.delete(receiverPath(record))
      return record
    },
    inTurn: async (work) => {
      const result = tail.then(work)
      tail = result.catch(() => undefined)
      return result
    },
    route: (target) => routes.get(pathOf(target)) ?? null,
    verifier: (id) => verifiers.get(id),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A request target without its query. */
function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}
