import type { Identity, ServiceCredentials } from '../service/serviceCredentials.ts'
import type { Store } from '../store/types.ts'
import type { KnownSecret } from '../signature/explain/types.ts'
import type { Environment, EnvironmentInput } from '../../shared/wireTypes.ts'
import { webhookTypes } from '../../shared/model.ts'
import { changedEnvironment, type EnvironmentChange } from './changedEnvironment.ts'
import { completeRecord, type EnvironmentRecord, newEnvironmentRecord } from './environmentRecord.ts'
import { prepareVerifier, type Verifier } from './prepareVerifier.ts'
import { environmentView } from './environmentView.ts'
import { knownSecrets } from './knownSecrets.ts'
import { openSecretUses } from './secretUses.ts'
import { onlyOpenable, revealed, type SecretSeal } from './secretSeal.ts'

/** All environments, in memory and on disk. Every change is on disk before it counts. */
export interface Environments {
  all(): readonly EnvironmentRecord[]
  get(id: string): EnvironmentRecord | undefined
  active(): EnvironmentRecord
  activate(id: string): Promise<void>
  create(input: EnvironmentInput & { name: string }): Promise<EnvironmentRecord>
  /** Writes what is given; a secret that is given as an empty text is cleared. */
  update(id: string, input: EnvironmentChange): Promise<EnvironmentRecord>
  /** Changes a record as `change` says. */
  change(id: string, change: (record: EnvironmentRecord) => EnvironmentRecord): Promise<EnvironmentRecord>
  remove(id: string): Promise<void>
  /** The environment whose receiver path a request target is, or null. */
  route(target: string): string | null
  verifier(id: string): Verifier | undefined
  credentials(id: string, identity: Identity): ServiceCredentials | undefined
  /** The identity for follow-ups: the read only user where there is one (least privilege), else the master. */
  followUpIdentity(id: string): Identity
  reveal(id: string, secret: 'password' | 'readonlyPassword' | 'sharedSecret'): string | null
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
  onChange(listener: (record: EnvironmentRecord) => void): () => void
}

interface Settings {
  activeEnvironmentId: string
}

/** Reads all environments; the sandbox is made when there is none yet. */
export async function openEnvironments(
  store: Store,
  seal: SecretSeal,
  now: () => number,
  warn: (message: string) => void,
): Promise<Environments> {
  const records = new Map<string, EnvironmentRecord>()
  const verifiers = new Map<string, Verifier>()
  const routes = new Map<string, string>()
  const listeners = new Set<(record: EnvironmentRecord) => void>()
  const uses = await openSecretUses(store, warn)

  for (const { document } of await store.documents<EnvironmentRecord>('environments'))
    adopt(onlyOpenable(completeRecord(document), seal, warn))
  if (!records.has('sandbox')) await save(newEnvironmentRecord('Sandbox', 'sandbox', webhookTypes))
  const settings = (await store.documents<Settings>('settings')).find(({ id }) => id === 'active')
  let activeId = records.has(settings?.document.activeEnvironmentId ?? '')
    ? (settings as { document: Settings }).document.activeEnvironmentId
    : 'sandbox'

  function adopt(record: EnvironmentRecord) {
    const before = records.get(record.id)
    if (before !== undefined) routes.delete(`/in/${before.receiverKey}`)
    records.set(record.id, record)
    routes.set(`/in/${record.receiverKey}`, record.id)
    verifiers.set(record.id, prepareVerifier(record, seal))
  }

  async function save(record: EnvironmentRecord): Promise<EnvironmentRecord> {
    await store.putDocument('environments', record.id, record)
    adopt(record)
    for (const listener of listeners) listener(record)
    return record
  }

  // One change after the other: each starts from what the one before it saved, so none is lost.
  let tail: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = tail.then(work)
    tail = result.catch(() => undefined)
    return result
  }

  function existing(id: string): EnvironmentRecord {
    const record = records.get(id)
    if (record === undefined) throw new Error(`There is no environment ${id}.`)
    return record
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
        for (const listener of listeners) listener(record)
      }),
    create: async (input) =>
      inTurn(async () =>
        save(changedEnvironment(newEnvironmentRecord(input.name, 'service', webhookTypes), input, seal, now())),
      ),
    update: async (id, input) => inTurn(async () => save(changedEnvironment(existing(id), input, seal, now()))),
    change: async (id, change) => inTurn(async () => save(change(existing(id)))),
    remove: async (id) =>
      inTurn(async () => {
        const record = existing(id)
        await store.removeDocument('environments', id)
        records.delete(id)
        verifiers.delete(id)
        routes.delete(`/in/${record.receiverKey}`)
        if (activeId === id) activeId = 'sandbox'
        for (const listener of listeners) listener(record)
      }),
    route: (target) => routes.get(pathOf(target)) ?? null,
    verifier: (id) => verifiers.get(id),
    credentials: (id, identity) => credentialsOf(records.get(id), identity, seal),
    followUpIdentity: (id) => (records.get(id)?.readonlyPassword == null ? 'master' : 'readonly'),
    reveal: (id, secret) => revealed(records.get(id), secret, seal),
    knownSecrets: (id) => knownSecrets([...records.values()], id, seal),
    noteUse: uses.note,
    lastUse: uses.last,
    view: (record) => environmentView(record, activeId, uses.last),
    stop: uses.stop,
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
    clientId: record.clientId,
    audience: record.audience,
    username: identity === 'master' ? record.username : record.readonlyUsername,
    password: secret === null ? '' : (seal.unseal(secret.sealed) ?? ''),
    identity,
  }
}
