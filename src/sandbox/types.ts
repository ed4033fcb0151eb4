/** The promises of the sandbox, the emulator of the whole service. `startSandbox` in startSandbox.ts answers it. */
import type { Fields } from './state/state.ts'
import type {
  OutboxEntry,
  SandboxObject,
  SandboxSettings,
  SandboxSpecialKind,
  SandboxState,
  WatchedObject,
} from '../shared/wireTypes.ts'
import type { SandboxDialect } from './kinds/dialect.ts'
import type { Hold } from './outbox/startOutbox.ts'
import type { SandboxClock } from './sandboxClock.ts'
import type { StateFileOptions } from './state/stateFile.ts'

export interface SandboxOptions extends StateFileOptions {
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
  /** Other choices where the interface document leaves them open. Absent options have their defaults. */
  dialect?: Partial<SandboxDialect>
  /** Its state can be looked at and nothing else: it opens no port and sends nothing. Default: false. */
  atRest?: boolean
  /**
   * It is part of an app on a machine with other users. Then the password is never handed out, and it
   * sends only where `mayReceive` says: a stranger must not make it post to other ports. Without it the sandbox is a
   * demonstration for anyone who can reach it.
   */
  embedded?: { mayReceive(url: URL): boolean }
}

/**
 * Data with which a client uses the sandbox's one organization as its master user. The password is a random one that the
 * state keeps; with a seed it is always the same.
 */
interface SandboxCredentials {
  authUrl: string
  baseUrl: string
  clientId: string
  audience: string
  username: string
  password: string
  organizationId: string
}

export interface Sandbox {
  /** Such as "http://127.0.0.1:4711". */
  url: string
  credentials: SandboxCredentials
  /** Its time; after each start the real one. */
  clock: SandboxClock
  /** Its own description, OpenAPI 3.1 with the webhooks that it sends. */
  describe(): object
  webhookConfig(): SandboxState['webhookConfig']
  /** Newest first, at most 200. */
  objects(): SandboxObject[]
  /** Newest first, at most 100. */
  outbox(): OutboxEntry[]
  /**
   * Keeps what still waits to be sent, or sent again, from being sent until it is released; what comes new is sent as usual.
   * Only one hold at a time.
   */
  holdOutbox(): Promise<Hold>
  /** How it sends. */
  settings(): SandboxSettings
  /** Sends otherwise from now on; what is left out stays. Kept over a restart where there is a state file. */
  changeSettings(change: { [Name in keyof SandboxSettings]?: SandboxSettings[Name] | undefined }): SandboxSettings
  /** Creates an object of a type, given as a webhookTypes value ("custodialAccount") or a resourceType ("CustodialAccount"). Throws SandboxRefusal. */
  createObject(type: string, fields?: Fields): SandboxObject
  /** Sets fields of an object; without any, moves it on to its next state, or changes a field. Throws SandboxRefusal. */
  updateObject(type: string, id: string, fields?: Fields): SandboxObject
  /**
   * Makes an object that is in no list and sends no notification, to count requests for it. Kept in memory until the
   * next start. Throws SandboxRefusal.
   */
  watchObject(type: string): WatchedObject
  /** How often clients have got a watched object by now. Throws SandboxRefusal. */
  asked(id: string): number
  /** Sends one delivery that is wrong on purpose to the configured url. Throws SandboxRefusal when there is nowhere to send it. */
  sendSpecial(kind: SandboxSpecialKind): void
  /**
   * Forgets objects, notifications and the webhook-config, and draws the organization's id and all data that follow from
   * `seed`: the same calls then give the same ids, names and amounts. Users, passwords and tokens stay good.
   */
  reset(seed: number): Promise<void>
  /** Called when objects, webhook-config or outbox changed; at most every 50 ms. */
  onChange(listener: () => void): () => void
  /** Stops retries and listening, saves the state. */
  stop(): Promise<void>
}
