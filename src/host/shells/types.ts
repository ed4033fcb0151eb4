/** The host: engine and built-in sandbox behind one router. Every shell (desktop, browser, tests) serves this one object. */
import type { Router } from '@orpc/server'
import type { FindProxy } from '../../engine/outbound/proxies.ts'
import type { TunnelTiming } from '../../engine/tunnel/types.ts'
import type { Contract } from '../../shared/contract.ts'
import type { WantedKeyring } from '../keys/systemKeyring.ts'
import type {
  MenuStateOfPage,
  NumberedEvent,
  Shell,
  ShellChange,
  ShellRequest,
  Status,
  Tunnel,
  TunnelInput,
  TunnelProvider,
} from '../../shared/wireTypes.ts'

export interface HostOptions {
  /** Folder of all data; created when absent. */
  dataFolder: string
  /** Undefined: the port of last time, else any free one. 0: any free one. */
  receiverPort?: number | undefined
  /** The address that the receiver listens on. Default: 127.0.0.1. */
  receiverHost?: string | undefined
  /** Keeps the key of stored secrets, see openKeeper.ts. Default: none, so a new folder gets a key file. */
  keyring?: WantedKeyring | undefined
  /** One line for the log; never a secret. */
  log?:
    | ((level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void)
    | undefined
  /** Says which proxy leads to a URL. Default: what HTTPS_PROXY and its kin among the variables say. */
  findProxy?: FindProxy | undefined
  /** Unattended configuration (HOOKSCOPE_*) and what says how to reach the network; read by the shell. */
  environmentVariables?: Record<string, string | undefined> | undefined
  version: string
  /** The shell that shows the page. Default: a shell without any abilities of its own. */
  shell?: HostShell | undefined
  /** Opens the tunnel again that was open when the app last ended. Default: true. */
  resumeTunnel?: boolean | undefined
  /**
   * For one look at the folder: nothing is received, nothing is sent without being asked for, and no port is opened. The
   * built-in sandbox cannot be reached then. Default: false.
   */
  atRest?: boolean | undefined
  /** Time limit of the search for causes of failed signatures in one export, ms. Default: see `maxExplainingMs`. */
  explainingMs?: number | undefined
  /** Interval in which the preview of an export reports progress, ms; 0: at each delivery. Default: 250. */
  previewEveryMs?: number | undefined
  /** The pauses and limits of a tunnel; default: see defaultTiming. */
  tunnelTiming?: Partial<TunnelTiming> | undefined
}

/** Abilities of a shell; see src/shared/schemas/shellSchemas.ts. */
export interface HostShell {
  view(): Shell
  /** Keeps what the person decided. Rejects with ExpectedFailure where it cannot be kept. */
  choose(change: ShellChange): Promise<Shell>
  /** Shows a file or folder to the person; answers with its path. Rejects with ExpectedFailure. */
  show(what: 'log' | 'data-folder'): Promise<string>
  setMenuState(state: MenuStateOfPage): void
  /** Requests to the page, until the signal; ends at once where there are never any. */
  requests(signal: AbortSignal | undefined): AsyncGenerator<ShellRequest, void, void>
}

export type HostRouter = Router<Contract, object>

export interface Host {
  router: HostRouter
  dataFolder: string
  receiverOrigin: string
  status(): Promise<Status>
  /** All providers of tunnels, with what each needs. */
  tunnelProviders(): Promise<TunnelProvider[]>
  /**
   * Opens a tunnel as the command line says it, which alone may name programs. Rejects with TunnelProblem when provider
   * or options are wrong.
   */
  openTunnel(input: TunnelInput): Promise<Tunnel>
  /** See tunnelSettled.ts. */
  tunnelSettled(timeoutMs: number, persistent: boolean): { view: Promise<Tunnel>; cancel(): void }
  /**
   * Events after a number, in order and without gap, then live ones, until `stop` is called.
   * `gap` is true when events after `after` are no longer held: the listener gets only new ones and must reload.
   * `after: null` starts with what happens from now on.
   */
  subscribe(after: number | null, listener: (events: NumberedEvent[]) => void): { gap: boolean; stop(): void }
  /** Id of the newest delivery before this start; "0": there was none. */
  newestAtStart: string
  /** Nothing is forwarded or sent again to this port of the machine: a shell listens there. */
  keepOff(port: number): void
  /** Stops accepting, finishes what is in flight, commits. */
  stop(): Promise<void>
}
