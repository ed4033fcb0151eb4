declare module 'localtunnel/lib/Tunnel.js' {
  import type { EventEmitter } from 'node:events'
  import type { Socket } from 'node:net'

  /** What the client makes of the server's answer. `local_host` is left out for good: it corrupts bodies. */
  export interface TunnelInfo {
    name: string
    url: string
    /** Sockets that it opens by itself. */
    max_conn: number
    remote_host: string
    remote_port: number
    local_port: number
  }

  /** The client of localtunnel 2.0.2. `open` asks its `_init` to register, then makes the cluster. */
  export default class Tunnel extends EventEmitter<{
    url: [url: string]
    error: [error: Error]
    close: []
    request: []
  }> {
    constructor(options: { host: string; port: number; subdomain: string })
    url?: string
    /** Emits 'open' (socket), 'error' (refused), 'dead', 'request'. */
    tunnelCluster: EventEmitter<{ open: [socket: Socket]; error: [error: Error]; dead: []; request: [] }> & {
      open(): void
    }
    open(callback: (error?: Error) => void): void
  }
}
