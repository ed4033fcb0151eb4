import type { Environment, EnvironmentInput } from '../../shared/wireTypes.ts'
import { webhookTypes } from '../../shared/model.ts'
import { nameTaken } from '../failures/expectedFailure.ts'
import type { Identity, ServiceCredentials } from '../service/serviceCredentials.ts'
import type { KnownSecret } from '../signature/explain/types.ts'
import type { PublicKey } from '../signature/keys/readPublicKeys.ts'
import type { Store } from '../store/store.ts'
import { changedEnvironment, type EnvironmentChange, hiddenNames, nameOf } from './changedEnvironment.ts'
import { type EnvironmentRecord, newEnvironmentRecord } from './environmentRecord.ts'
import { environmentView } from './environmentView.ts'
import { isTaken } from './names.ts'
import { openRecords } from './openRecords.ts'
import type { Verifier } from './prepareVerifier.ts'
import { type RevealableSecret, revealed, type SecretSeal } from './secretSeal.ts'

/** All environments, in memory and on disk. Every change is on disk before it counts. */
export interface Environments {
  all(): readonly EnvironmentRecord[]
  get(id: string): EnvironmentRecord | undefined
  active(): EnvironmentRecord
  activate(id: string): Promise<void>
  /** Rejects with ExpectedFailure when the name is taken. */
  create(input: EnvironmentInput & { name: string }): Promise<EnvironmentRecord>
  /** Keeps new records, which `make` makes while no other environment can be made or named. */
  add(make: (takenNames: string[]) => EnvironmentRecord[]): Promise<EnvironmentRecord[]>
  /**
   * Updates the given fields; an empty text clears a secret. Rejects with ExpectedFailure if a different environment has
   * the name.
   */
  update(id: string, input: EnvironmentChange): Promise<EnvironmentRecord>
  /** Changes a record as `change` says. */
  change(id: string, change: (record: EnvironmentRecord) => EnvironmentRecord): Promise<EnvironmentRecord>
  remove(id: string): Promise<void>
  /** The environment whose receiver path a request target is, or null. */
  route(target: string): string | null
  verifier(id: string): Verifier | undefined
  /** @param change replaces stored fields for this call only */
  credentials(id: string, identity: Identity, change?: EnvironmentChange): ServiceCredentials | undefined
  /** The identity for follow-ups: the read only user where there is one (least privilege), else the master. */
  followUpIdentity(id: string): Identity
  /** One secret in clear, or null when it is not set. `secretId` names a shared secret; without it the current one. */
  reveal(id: string, secret: RevealableSecret, secretId?: string): string | null
  /** Every secret that any environment has had, its own first, in clear: to explain with, never to show. */
  knownSecrets(id: string): KnownSecret[]
  /** A delivery came that this secret proves. */
  noteUse(secretId: string, at: number): void
  /** When a delivery last came that was signed with this secret, ms since the epoch; null when none did. */
  lastUse(secretId: string): number | null
  /** As the outside sees it. */
  view(record: EnvironmentRecord): Environment
  /** Writes what is not written yet. */
  stop(): Promise<void>
  /** Announces changes made together in one call. */
  onChange(listener: (changed: readonly EnvironmentRecord[]) => void): () => void
}

interface Settings {
  activeEnvironmentId: string
}

/** The public keys of each secret, by the secret's id. */
function publicKeysOf(verifier: Verifier | undefined): (secretId: string) => readonly PublicKey[] {
  const secrets = [...(verifier?.secrets ?? []), ...(verifier?.retired ?? [])]
  return (secretId) => secrets.find(({ id }) => id === secretId)?.publicKeys ?? []
}

/** Reads all environments; the sandbox is made when there is none yet. */
export async function openEnvironments(
  store: Store,
  seal: SecretSeal,
  now: () => number,
  warn: (message: string) => void,
): Promise<Environments> {
  const uses = await openSecretUses(store, warn)
  const kept = await openRecords(store, seal, now, warn)
  const { records, existing, save, inTurn, announce } = kept
  if (!records.has('sandbox')) await save(newEnvironmentRecord('Sandbox', 'sandbox', webhookTypes))
  const settings = (await store.documents<Settings>('settings')).find(({ id }) => id === 'active')
  let activeId = records.has(settings?.document.activeEnvironmentId ?? '')
    ? (settings as { document: Settings }).document.activeEnvironmentId
    : 'sandbox'

  async function saveOne(record: EnvironmentRecord): Promise<EnvironmentRecord> {
    const [saved = record] = await save(record)
    return saved
  }

  function refuseTaken(name: string): void {
    const names = [...records.values()].map((record) => record.name)
    if (isTaken(name, names)) throw nameTaken(name)
  }

  return {
    all: () => [...records.values()],
    get: (id) => records.get(id),
    active: () => existing(activeId),
    activate: async (id) =>
      inTurn(async () => {
        const record = existing(id)
        await store.putDocument('settings', 'active', { activeEnvironmentId: id } satisfies Settings)
        activeId = id
        announce(record)
      }),
    create: async (input) =>
      inTurn(async () => {
        refuseTaken(input.name)
        const made = newEnvironmentRecord(input.name, input.kind ?? 'service', webhookTypes)
        return saveOne(changedEnvironment(made, input, seal, now()))
      }),
    add: async (make) => inTurn(async () => save(...make([...records.values()].map(({ name }) => name)))),
    update: async (id, input) =>
      inTurn(async () => {
        const record = existing(id)
        if (input.name !== undefined && !isTaken(input.name, [record.name])) refuseTaken(input.name)
        return saveOne(changedEnvironment(record, input, seal, now()))
      }),
    change: async (id, change) => inTurn(async () => saveOne(change(existing(id)))),
    remove: async (id) =>
      inTurn(async () => {
        const record = await kept.remove(id)
        if (activeId === id) activeId = 'sandbox'
        announce(record)
      }),
    route: kept.route,
    verifier: kept.verifier,
    credentials: (id, identity, change) => {
      const record = records.get(id)
      const isChanged = record !== undefined && change !== undefined
      return credentialsOf(isChanged ? changedEnvironment(record, change, seal, now()) : record, identity, seal)
    },
    followUpIdentity: (id) => (records.get(id)?.readonlyPassword == null ? 'master' : 'readonly'),
    reveal: (id, secret, secretId) => revealed(records.get(id), secret, secretId, seal),
    knownSecrets: (id) => knownSecrets([...records.values()], id, seal),
    noteUse: uses.note,
    lastUse: uses.last,
    view: (record) => environmentView(record, activeId, uses.last, publicKeysOf(kept.verifier(record.id))),
    stop: uses.stop,
    onChange: kept.onChange,
  }
}

/** Addresses and credentials for the service of an environment, in clear; a secret that is not set is an empty text. */
function credentialsOf(
  record: EnvironmentRecord | undefined,
  identity: Identity,
  seal: SecretSeal,
): ServiceCredentials | undefined {
  if (record === undefined) return undefined
  const secret = identity === 'master' ? record.password : record.readonlyPassword
  return {
    environmentId: record.id,
    authUrl: record.authUrl,
    baseUrl: record.baseUrl,
    clientId: nameOf(record, 'clientId', seal),
    audience: nameOf(record, 'audience', seal),
    hidden: hiddenNames(record, seal),
    username: identity === 'master' ? record.username : record.readonlyUsername,
    password: secret === null ? '' : (seal.unseal(secret.sealed) ?? ''),
    identity,
  }
}

/** Every secret that any environment has had, those of `id` first, in clear: to explain with, never to show. */
function knownSecrets(records: readonly EnvironmentRecord[], id: string, seal: SecretSeal): KnownSecret[] {
  const ownFirst = records.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
  return ownFirst.flatMap((record) =>
    record.sharedSecrets.flatMap(({ label, fingerprint, sealed }, index): KnownSecret[] => {
      const text = seal.unseal(sealed)
      const standing = record.id !== id ? 'other' : index === 0 ? 'current' : 'previous'
      return text === null
        ? []
        : [{ bytes: Buffer.from(text, 'utf8'), label, fingerprint, environment: record.name, standing }]
    }),
  )
}

/** When each shared secret last proved a delivery. */
interface SecretUses {
  note(secretId: string, at: number): void
  /** Milliseconds since the epoch, or null when it was never seen. */
  last(secretId: string): number | null
  /** Writes what is not written yet. */
  stop(): Promise<void>
}

/** Uses are noted in memory and written at most once in this time, ms: no delivery waits for it. */
const writeEveryMs = 5000

/** Reads the uses of earlier runs. Uses of the last seconds before a crash are forgotten. */
async function openSecretUses(store: Store, warn: (message: string) => void): Promise<SecretUses> {
  const stored = (await store.documents<Record<string, number>>('settings')).find(({ id }) => id === 'secret-uses')
  const uses = new Map(Object.entries(stored?.document ?? {}))
  let timer: NodeJS.Timeout | undefined

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    await store.putDocument('settings', 'secret-uses', Object.fromEntries(uses)).catch((error: unknown) => {
      warn(`The last uses of shared secrets could not be written and are tried again later: ${String(error)}`)
    })
  }

  return {
    note: (secretId, at) => {
      // Deliveries that are kept at the same time may end in another order than they came.
      if ((uses.get(secretId) ?? 0) >= at) return
      uses.set(secretId, at)
      timer ??= setTimeout(() => void write(), writeEveryMs).unref()
    },
    last: (secretId) => uses.get(secretId) ?? null,
    stop: async () => {
      if (timer !== undefined) await write()
    },
  }
}
