import type { Client, HttpApi, RunningInstance } from './joinInstance.ts'

/** The options of every command that joins; `addJoinOptions` (joinOptions.ts) adds them. */
export interface JoinOptions {
  data?: string
  json?: boolean
}

/** What a command works with, in a running instance and alone. */
export interface Api {
  /** The calls of the contract (src/shared/contract.ts), typed: `await api.client.deliveries.get({ id })`. */
  client: Client
  dataFolder: string
  /** The instance that answers; null where this process does. */
  running: RunningInstance['facts'] | null
  /**
   * The same calls over HTTP: for files that are streamed or larger than the 8 MB that a call takes. Where this process
   * answers it opens a port of the loopback interface for that, which closes with the command.
   */
  http(): Promise<HttpApi>
  /** Resolves when the running instance has gone; never where this process answers. */
  lost: Promise<void>
}

/**
 * What this process does where no instance runs on the data folder.
 * `reading`: it opens a folder that exists, receives nothing and opens no port.
 * `at-rest`: the same for one change; it makes the folder where there is none.
 * `receiving`: it is a whole instance with its receiver and the sandbox, which others can join.
 */
export type Alone = 'reading' | 'at-rest' | 'receiving'
