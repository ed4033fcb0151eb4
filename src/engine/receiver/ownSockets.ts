import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server, Socket } from 'node:net'

/** This process's own sockets to the receiver: a tunnel holds some open and sends nothing before a delivery comes. */
export interface OwnSockets {
  /** Whether the other end of a connection from this port of the machine is in this process. */
  has(port: number): boolean
  stop(): void
}

/** Notes every socket that this process opens to a server of its own. To be started before the server listens. */
export function watchOwnSockets(server: Server): OwnSockets {
  const channel = 'net.client.socket'
  const ports = new Set<number>()
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.once('connect', () => {
      const { localPort, remotePort } = socket
      const address = server.address()
      if (localPort === undefined || typeof address !== 'object' || address?.port !== remotePort) return
      ports.add(localPort)
      socket.once('close', () => ports.delete(localPort))
    })
  }
  subscribe(channel, note)
  return { has: (local) => ports.has(local), stop: () => unsubscribe(channel, note) }
}
