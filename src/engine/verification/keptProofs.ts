import type { SharedSecretRecord } from '../environments/environmentRecord.ts'
import type { Store } from '../store/store.ts'

/** When each secret was set that a scenario set for its run only, ms since the epoch, by the id of the secret. */
export type KeptProofs = ReadonlyMap<string, number>

const collection = 'kept-proofs'
/** Maximum secrets of an environment, the newest ones. */
const maxSecrets = 1000

interface KeptSecrets {
  secrets: { id: string; since: number }[]
}

/**
 * Notes secrets that are about to be removed with the end of a run: the verdicts on the deliveries of the run stay, because
 * the sender had that secret then. Not for two calls at once in one environment.
 */
export async function keepProofs(
  store: Store,
  environmentId: string,
  added: readonly Pick<SharedSecretRecord, 'id' | 'createdAt'>[],
): Promise<void> {
  if (added.length === 0) return
  const stored = await store.documents<KeptSecrets>(collection)
  const before = stored.find(({ id }) => id === environmentId)?.document.secrets ?? []
  const secrets = [...before, ...added.map(({ id, createdAt }) => ({ id, since: createdAt }))].slice(-maxSecrets)
  await store.putDocument(collection, environmentId, { secrets } satisfies KeptSecrets)
}

export async function keptProofs(store: Store): Promise<KeptProofs> {
  const stored = await store.documents<KeptSecrets>(collection)
  return new Map(stored.flatMap(({ document }) => document.secrets.map(({ id, since }) => [id, since] as const)))
}
