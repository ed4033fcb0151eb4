/** The host: engine and built-in sandbox behind one router. Every shell (desktop, browser, tests) serves this one object. */
import type { Router } from '@orpc/server'
import type { StoredAttempt } from '../engine/store/types.ts'
import type { Contract } from '../shared/contract.ts'
import type { Keyring } from './systemKeyring.ts'
import type { NumberedEvent, Status, Tunnel, TunnelInput, TunnelProvider } from '../shared/wireTypes.ts'

export interface HostOptions {
  /** Folder of all data; created when absent. */
  dataFolder: string
  /** Undefined: the port of last time, else any free one. 0: any free one. */
  receiverPort?: number | undefined
  /** Seals secrets at rest. Default: see `keyring`. The desktop shell gives one of its own. */
  keeper?: SecretKeeper | undefined
  /** Keeps the key of stored secrets. Default: none, and a key file beside the data is made. */
  keyring?: Keyring | null | undefined
  /** One line for the log; never a secret. */
  log?:
    | ((level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void)
    | undefined
  /** Unattended configuration (HOOKSCOPE_* variables), read by the shell. */
  environmentVariables?: Record<string, string | undefined> | undefined
  version: string
  /** Opens the tunnel again that was open when the app last ended. Default: true. */
  resumeTunnel?: boolean | undefined
}

export interface SecretKeeper {
  /** How secrets are kept, as a sentence for a person. */
  description: string
  seal(text: string): string
  /** Null when it cannot be opened, for example because the key is gone. */
  unseal(sealed: string): string | null
}

export type HostRouter = Router<Contract, object>

export interface Host {
  router: HostRouter
  dataFolder: string
  receiverOrigin: string
  status(): Promise<Status>
  /** All providers of tunnels, with what each needs. */
  tunnelProviders(): Promise<TunnelProvider[]>
  /** Opens a tunnel. Rejects with TunnelProblem when provider or options are wrong. */
  openTunnel(input: TunnelInput): Promise<Tunnel>
  /** See tunnelSettled.ts. */
  tunnelSettled(patienceMs: number, persistent: boolean): { view: Promise<Tunnel>; cancel(): void }
  /**
   * Events after a number, in order and without gap, then live ones, until `stop` is called.
   * `gap` is true when events after `after` are no longer held: the listener gets only new ones and must reload.
   * `after: null` starts with what happens from now on.
   */
  subscribe(after: number | null, listener: (events: NumberedEvent[]) => void): { gap: boolean; stop(): void }
  /** The number before the first event of this start. */
  firstEvent(): number
  /**
   * Sends each delivery since the start on to a local app, until the host stops, and tells what became of it. Rejects
   * with ForwardProblem when nothing can be forwarded to this address.
   */
  forwardTo(url: string, onAttempt: (attempt: StoredAttempt) => void): Promise<void>
  /** Nothing is forwarded or sent again to this port of the machine: a shell listens there. */
  keepOff(port: number): void
  /** Stops accepting, finishes what is in flight, commits. */
  stop(): Promise<void>
}
