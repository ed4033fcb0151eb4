/** What the sandbox, the emulator of the whole service, promises. `startSandbox` in startSandbox.ts answers it. */

export interface SandboxOptions {
  /** 0 takes any free port. Listens on 127.0.0.1 only. */
  port: number
  /** Makes ids, times of creation and data repeatable. Without it they are random. */
  seed?: number
  /** Where state is kept between starts; without it the state lives in memory. */
  stateFile?: string
  /** Divides the waits of the retry schedule. Default 100. */
  timeFactor?: number
  /** Lifetime of access tokens, seconds. Default 3600. */
  tokenLifetime?: number
  /** Seals passwords, the shared secret and the signing key inside the state file. Without it they stand there in clear. */
  keeper?: { seal(text: string): string; unseal(sealed: string): string | null }
  /** Other choices where the interface document leaves them open. What is not given is as usual. */
  dialect?: Partial<SandboxDialect>
  /** One line for the log; never a secret. */
  log?: (level: 'info' | 'warn', message: string) => void
}

/** What another service may do otherwise: the interface document does not show it, or a person may configure it. */
export interface SandboxDialect {
  /** Name of the header that carries the signature. */
  signatureHeader: string
  /** Path below which the collections of objects lie, such as "/records/v2"; null for the usual ones. */
  objectsUnder: string | null
  /** Shape of `changes`: field -> new value, names of fields, or always null. Payments and wallets never tell any. */
  changes: 'values' | 'names' | 'none'
  /** Of resourceType: CustodialAccount, custodialAccount, custodial_account, CUSTODIAL_ACCOUNT. */
  spelling: 'pascal' | 'camel' | 'snake' | 'upper'
}

/** What a client needs to use the sandbox's one organization as its master user. Demonstration values, not secrets. */
interface SandboxCredentials {
  authUrl: string
  baseUrl: string
  clientId: string
  audience: string
  username: string
  password: string
  organizationId: string
}

export interface SandboxObject {
  /** Spelled as in notifications, such as "CustodialAccount". */
  resourceType: string
  id: string
  /** ISO 8601. */
  updatedAt: string
  /** Such as "processing"; null for types without a state. */
  state: string | null
  /** A few words for a list, such as "EUR 1,250.00 to Nordlicht GmbH". */
  label: string
}

export interface OutboxEntry {
  notificationId: string
  resourceType: string
  action: string
  /** 1 for the first try. */
  attempt: number
  at: string
  state: 'sending' | 'delivered' | 'retrying' | 'given-up'
  status: number | null
  problem: string | null
  nextAttemptAt: string | null
}

export type SpecialKind =
  | 'wrong-signature'
  | 'tampered'
  | 'old-secret'
  | 'unsigned'
  | 'duplicate'
  | 'lost-answer'
  | 'unknown-type'
  | 'not-json'

export interface Sandbox {
  /** Such as "http://127.0.0.1:4711". */
  url: string
  credentials: SandboxCredentials
  webhookConfig(): { url: string; enabled: boolean; webhookTypes: string[] }
  /** Newest first, at most 200. */
  objects(): SandboxObject[]
  /** Newest first, at most 100. */
  outbox(): OutboxEntry[]
  /** Creates an object of a type, given as a webhookTypes value ("custodialAccount") or a resourceType ("CustodialAccount"). Throws SandboxRefusal. */
  createObject(type: string): SandboxObject
  /** Moves an object on: to `state`, else to its next state, or a changed field. Throws SandboxRefusal. */
  updateObject(type: string, id: string, state?: string): SandboxObject
  /** Sends one delivery that is wrong on purpose to the configured url. Throws SandboxRefusal when there is nowhere to send it. */
  sendSpecial(kind: SpecialKind): void
  /**
   * Forgets objects, notifications and the webhook-config, and draws the organization's id and all data that follow from
   * `seed`: the same calls then give the same ids, names and amounts. Users, passwords and tokens stay good.
   */
  reset(seed: number): Promise<void>
  /** Told when objects, webhook-config or outbox changed; at most every 50 ms. */
  onChange(listener: () => void): () => void
  /** Stops retries and listening, saves the state. */
  stop(): Promise<void>
}

/** Why the sandbox would not do a thing, as a sentence for a person. */
export class SandboxRefusal extends Error {
  override name = 'SandboxRefusal'
  readonly code:
    | 'unknown-type'
    | 'unknown-object'
    | 'unknown-state'
    | 'not-configured'
    | 'no-notification-yet'
    | 'no-old-secret'
    | 'disabled'
  constructor(code: SandboxRefusal['code'], message: string) {
    super(message)
    this.code = code
  }
}
