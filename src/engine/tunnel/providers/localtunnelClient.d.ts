declare module 'localtunnel/lib/TunnelCluster.js' {
  import type { EventEmitter } from 'node:events'
  import type { Socket } from 'node:net'

  /** Where the sockets of localtunnel 2.0.2 go. `local_host` is left out, because it corrupts bodies. */
  export interface ClusterOptions {
    remote_host: string
    remote_port: number
    local_port: number
  }

  /** Emits 'open' (socket), 'error' (refused), 'dead' (one is missing), 'request'. */
  export default class TunnelCluster extends EventEmitter<{
    open: [socket: Socket]
    error: [error: Error]
    dead: []
    request: []
  }> {
    constructor(options: ClusterOptions)
    /** Opens one more socket. */
    open(): void
  }
}
