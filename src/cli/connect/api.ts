import type { Host } from '../../host/shells/types.ts'
import type { Client, RunningInstance } from './joinInstance.ts'

/** The options of every command that joins; `addJoinOptions` (joinOptions.ts) adds them. */
export interface JoinOptions {
  data?: string
  json?: boolean
  /** Times in UTC. */
  utc?: boolean
}

/** The API that a command works with: of a running instance, or of one in this process. */
export interface Api {
  /** The calls of the contract (src/shared/contract.ts), typed: `await api.client.deliveries.get({ id })`. */
  client: Client
  dataFolder: string
  /** The instance that answers; null where this process does. */
  running: RunningInstance['facts'] | null
  /** Calls that only the process of the engine can make; null where another process answers. */
  own: Pick<Host, 'openTunnel' | 'tunnelProviders' | 'tunnelSettled'> | null
  /** Id of the newest delivery when the command got this API; "0" if there was none. */
  newest(): Promise<string>
}

/**
 * How this process starts an instance where none runs on the data folder.
 * `reading`: it opens a folder that exists, receives nothing and opens no port.
 * `at-rest`: the same for one change; it makes the folder where there is none.
 * `receiving`: it is a whole instance with its receiver and the sandbox, which others can join.
 */
export type Alone = 'reading' | 'at-rest' | 'receiving'

/** How an instance of this process starts; one that runs keeps what it has. */
export interface OwnOptions {
  receiverPort?: number
  /** Opens the tunnel of last time. Default: false. */
  resumeTunnel?: boolean
}
