import { urlHost } from '../../shared/loopback.ts'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket, Server } from 'node:net'
import { BytesInFlight } from './bodyBytes.ts'
import { Connection, endWith, type ConnectionRefusal } from './connection.ts'
import { createDelays } from './delays.ts'
import { defaultLimits, timerOptions } from './receiverLimits.ts'
import { type Reception, takeRequest } from './takeRequest.ts'
import { type Receiver, type ReceiverLimits, type ReceiverOptions } from './types.ts'
import { CannotListen } from '../../shared/cannotListen.ts'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** An error that Node's server reports as "clientError". */
type ClientError = Error & { code?: string | undefined }

/**
 * Node counts the time to the first head from the opening of the socket. Tunnels and browsers open sockets ahead and
 * send nothing until there is something to send, so this expiry means nothing. It comes once; when a request begins
 * later, Node starts the time again.
 */
function isIdleExpiry(error: ClientError, connection: Connection): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && connection.socket.bytesRead === 0
}

const refusals: Record<string, ConnectionRefusal> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers requests that Node's parser could not read, or that timed out. */
function refuseMalformed(error: ClientError, connection: Connection): void {
  if (isIdleExpiry(error, connection)) return
  connection.refuse(refusals[error.code ?? ''] ?? 400)
}

/**
 * Starts the public listener, which reads requests, hands them over whole and sends the answer that it gets back.
 * Threat model: every byte comes from a stranger. The listener has its own port, reads strictly by the RFC, keeps nothing for
 * unknown paths, bounds time and memory, and never answers before it has read a whole request.
 * Throws CannotListen.
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const limits: ReceiverLimits = { ...defaultLimits, ...options.limits }
  const reception: Reception = {
    options,
    limits,
    delays: createDelays(),
    inFlight: new BytesInFlight(limits.bytesInFlight),
    stopping: false,
    onFinish: () => tellQuiet(),
  }
  const connections = new Map<Socket, Connection>()
  const waitingForQuiet = new Set<() => void>()
  const isQuiet = () => [...connections.values()].every(({ idle }) => idle)
  function tellQuiet(): void {
    if (waitingForQuiet.size === 0 || !isQuiet()) return
    for (const resolve of waitingForQuiet) resolve()
  }
  const server = createReceiverServer(limits)

  const ownSockets = watchOwnSockets(server)

  server.on('connection', (socket: Socket) => {
    if (connections.size >= limits.maxConnections && !makeRoom(connections, ownSockets, limits)) {
      socket.destroy()
      return
    }
    connections.set(socket, new Connection(socket))
    socket.on('close', () => {
      connections.delete(socket)
      tellQuiet()
    })
  })
  const onRequest: RequestListener = (message, response) => {
    const connection = connections.get(message.socket)
    if (connection !== undefined) takeRequest(reception, connection, message, response)
  }
  server.on('request', onRequest)
  // An unknown expectation does not lose a delivery; RFC 9110 (10.1.1) leaves the choice.
  server.on('checkExpectation', onRequest)
  server.on('connect', (_message, socket: Socket) => {
    refuseConnect(socket)
    options.onStray?.()
  })
  server.on('clientError', (error, socket: Socket) => {
    const connection = connections.get(socket)
    if (connection === undefined) socket.destroy()
    else refuseMalformed(error, connection)
  })

  const { port } = await listen(server, options).catch((error: unknown) => {
    ownSockets.stop()
    throw error
  })
  return {
    origin: `http://${urlHost(options.host)}:${port}`,
    port,
    whenQuiet: async (graceMs) => {
      if (isQuiet()) return
      await new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          waitingForQuiet.delete(finish)
          resolve()
        }
        const timer = setTimeout(finish, graceMs)
        waitingForQuiet.add(finish)
      })
    },
    hurry: () => reception.delays.hurry(),
    stop: async (graceMs = 5000) => {
      reception.stopping = true
      reception.delays.hurry()
      ownSockets.stop()
      await close(server, connections, graceMs)
    },
  }
}

/** Closes an idle connection to make room for a new one. False when all are in use. */
function makeRoom(connections: Map<Socket, Connection>, ownSockets: OwnSockets, limits: ReceiverLimits): boolean {
  const isOurs = ({ peer }: Connection) => ownSockets.has(peer.port)
  const goes = leastNeeded(connections.values(), isOurs, Date.now() - 2 * limits.headersTimeout)
  if (goes === null) return false
  connections.delete(goes.socket)
  goes.socket.destroy()
  return true
}

function createReceiverServer(limits: ReceiverLimits): Server {
  const server = createServer({
    ...timerOptions(limits),
    maxHeaderSize: limits.headerBytes,
    // Connections may stay idle between requests: a tunnel keeps its sockets open and does not expect a 408.
    keepAliveTimeout: 0,
    keepAlive: true,
    // We look ourselves: Node answers before the body was read.
    requireHostHeader: false,
  })
  // Node silently drops headers above a count; we limit their bytes.
  server.maxHeadersCount = 0
  // One connection beyond the limit is accepted, to decide which one to close.
  server.maxConnections = limits.maxConnections + 1
  // A sender may end its side right after its request and still wait for the answer.
  return Object.assign(server, { httpAllowHalfOpen: true })
}

/** CONNECT asks for a tunnel to elsewhere. It belongs to no environment, so it is a stray like any other. */
function refuseConnect(socket: Socket): void {
  socket.on('error', () => socket.destroy())
  socket.resume()
  endWith(socket, 404)
}

async function listen(server: Server, { host, port }: ReceiverOptions): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      // Accepting fails when the process has no file descriptors left; the sender waits in the backlog or retries.
      server.on('error', () => undefined)
      resolve()
    })
  })
  return server.address() as AddressInfo
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): CannotListen {
  const code = error.code ?? 'UNKNOWN'
  return new CannotListen(code, port, explain(code, host, port))
}

function explain(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program. Stop that program or choose another receiver port.`
    case 'EACCES':
      return `Port ${port} on ${host} may not be opened with this user's rights. Choose a receiver port above 1023.`
    default:
      return `The receiver could not listen on ${host}, port ${port} (${code}). Choose another receiver port.`
  }
}

async function close(server: Server, connections: ReadonlyMap<Socket, Connection>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const [socket, connection] of connections) {
    if (connection.idle) socket.destroy()
  }
  const timer = setTimeout(() => {
    for (const socket of connections.keys()) socket.destroy()
  }, graceMs)
  await closed
  clearTimeout(timer)
}

/**
 * Returns the connection to close so that a new one fits, or null when all are in use: among the idle ones,
 * first the oldest that never sent anything, then the one with the oldest last answer. Pure.
 * @param connections in the order in which they were opened
 * @param isOurs whether this process (a tunnel) holds the other end; such a connection stays
 * @param answeredBefore ms since the epoch; a connection with a later answer may be sending its next request
 */
function leastNeeded(
  connections: Iterable<Connection>,
  isOurs: (connection: Connection) => boolean,
  answeredBefore: number,
): Connection | null {
  let found: Connection | null = null
  let oldest = answeredBefore
  for (const connection of connections) {
    if (!connection.idle || connection.refused || isOurs(connection)) continue
    const { lastAnswerAt } = connection
    if (lastAnswerAt === null) {
      if (connection.socket.bytesRead === 0) return connection
    } else if (lastAnswerAt < oldest) {
      found = connection
      oldest = lastAnswerAt
    }
  }
  return found
}

/** This process's own sockets to the receiver: a tunnel holds some open and sends nothing before a delivery comes. */
interface OwnSockets {
  /** Whether the other end of a connection from this port of the machine is in this process. */
  has(port: number): boolean
  stop(): void
}

/** Records the sockets that this process opens to its own server. Start it before the server listens. */
function watchOwnSockets(server: Server): OwnSockets {
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
