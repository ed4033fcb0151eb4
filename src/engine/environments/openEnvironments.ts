import { fingerprintOf, verificationSecret, type VerificationSecret } from '../signature/verificationSecret.ts'
import { schemeWithHeader, serviceScheme, type SignatureScheme } from '../signature/scheme.ts'
import type { Identity, ServiceCredentials } from '../service/serviceCredentials.ts'
import type { Store } from '../store/types.ts'
import type { EnvironmentInput } from '../../shared/wireTypes.ts'
import { webhookTypes } from '../../shared/model.ts'
import {
  type EnvironmentRecord,
  newEnvironmentRecord,
  type SealedSecret,
  type SharedSecretRecord,
  withSharedSecret,
} from './environmentRecord.ts'

/** Seals secrets at rest and opens them again. */
export interface SecretSeal {
  seal(text: string): string
  /** Null when it cannot be opened, for example because the key is gone. */
  unseal(sealed: string): string | null
}

/** What the receiver needs of an environment for each delivery, prepared once per change. */
export interface Verifier {
  scheme: SignatureScheme
  secrets: VerificationSecret[]
}

/** What may be given to change an environment; what is absent or undefined stays as it is. */
export type EnvironmentChange = { [Field in keyof EnvironmentInput]?: EnvironmentInput[Field] | undefined }

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

  for (const { document } of await store.documents<EnvironmentRecord>('environments'))
    adopt(onlyOpenable(document, seal, warn))
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
        save(withInput(newEnvironmentRecord(input.name, 'service', webhookTypes), input, seal, now())),
      ),
    update: async (id, input) => inTurn(async () => save(withInput(existing(id), input, seal, now()))),
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
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function revealed(
  record: EnvironmentRecord | undefined,
  secret: Parameters<Environments['reveal']>[1],
  seal: SecretSeal,
): string | null {
  const sealed = secret === 'sharedSecret' ? record?.sharedSecrets[0] : record?.[secret]
  return sealed == null ? null : seal.unseal(sealed.sealed)
}

/** A request target without its query. */
function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

/** Without its key a secret is worth nothing: it counts as not set and is asked for again. */
function onlyOpenable(record: EnvironmentRecord, seal: SecretSeal, warn: (message: string) => void): EnvironmentRecord {
  const opens = (secret: SealedSecret | null) => secret !== null && seal.unseal(secret.sealed) !== null
  const secrets = [record.password, record.readonlyPassword, ...record.sharedSecrets].filter(
    (secret) => secret !== null,
  )
  const lost = secrets.filter((secret) => !opens(secret)).length
  if (lost === 0) return record
  warn(
    `${lost} of ${secrets.length} secrets of the environment "${record.name}" cannot be opened with the key of today and count as not set. Put the old key back and start again, or enter them anew.`,
  )
  return {
    ...record,
    password: opens(record.password) ? record.password : null,
    readonlyPassword: opens(record.readonlyPassword) ? record.readonlyPassword : null,
    sharedSecrets: record.sharedSecrets.filter(opens),
  }
}

/**
 * The newest secret is current, and so is the one that was applied last: between "set here" and "applied at the service"
 * deliveries may be signed with either.
 */
function prepareVerifier(record: EnvironmentRecord, seal: SecretSeal): Verifier {
  const applied = record.webhookConfig.applied?.secretFingerprint
  return {
    scheme: schemeWithHeader(serviceScheme, record.signatureHeader),
    secrets: record.sharedSecrets.flatMap(({ id, label, fingerprint, sealed }, index) => {
      const text = seal.unseal(sealed)
      const current = index === 0 || fingerprint === applied
      return text === null ? [] : [verificationSecret({ id, label, text, current })]
    }),
  }
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

function withInput(
  record: EnvironmentRecord,
  input: EnvironmentChange,
  seal: SecretSeal,
  now: number,
): EnvironmentRecord {
  const sealed = (text: string | undefined, before: SealedSecret | null): SealedSecret | null => {
    if (text === undefined) return before
    return text === '' ? null : { sealed: seal.seal(text), fingerprint: fingerprintOf(text) }
  }
  const changed: EnvironmentRecord = {
    ...record,
    name: input.name ?? record.name,
    authUrl: input.authUrl ?? record.authUrl,
    baseUrl: input.baseUrl ?? record.baseUrl,
    clientId: input.clientId ?? record.clientId,
    audience: input.audience ?? record.audience,
    username: input.username ?? record.username,
    password: sealed(input.password, record.password),
    readonlyUsername: input.readonlyUsername ?? record.readonlyUsername,
    readonlyPassword: sealed(input.readonlyPassword, record.readonlyPassword),
    signatureHeader: input.signatureHeader ?? record.signatureHeader,
    sharedSecrets: secretsAfter(record, input, seal, now),
    resourcePaths: input.resourcePaths ?? record.resourcePaths,
  }
  // "The credentials work" was seen of others; the sandbox only moves to another port at each start.
  const stillProven = record.kind === 'sandbox' || sameCredentials(record, changed)
  return stillProven ? changed : { ...changed, proofs: { ...changed.proofs, token: null } }
}

/** `sharedSecrets` says all of them, newest first; `sharedSecret` puts one in front. What is known keeps its id and label. */
function secretsAfter(record: EnvironmentRecord, input: EnvironmentChange, seal: SecretSeal, now: number) {
  const add = (secrets: SharedSecretRecord[], text: string) =>
    withSharedSecret(secrets, text, (clear) => seal.seal(clear), now)
  const wanted = input.sharedSecrets?.map(fingerprintOf)
  const kept = record.sharedSecrets.filter(({ fingerprint }) => wanted?.includes(fingerprint) ?? true)
  const all = (input.sharedSecrets ?? []).toReversed().reduce(add, kept)
  return input.sharedSecret === undefined ? all : add(all, input.sharedSecret)
}

function sameCredentials(before: EnvironmentRecord, after: EnvironmentRecord): boolean {
  const of = ({ authUrl, clientId, audience, username, password }: EnvironmentRecord) =>
    JSON.stringify([authUrl, clientId, audience, username, password?.fingerprint])
  return of(before) === of(after)
}
