import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { RPCHandler } from '@orpc/server/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Host } from '../host/shells/types.ts'
import { keyRenewedCode } from '../shared/sessionProof.ts'
import { socketProtocol } from './guard.ts'
import { reportFaults, type HostLog } from '../host/logging/reportFaults.ts'

/**
 * Whether oRPC's wire can take a message of a WebSocket: JSON text with an id and, for a request (the kind
 * that needs no `t`), an address. Checked first, because oRPC throws on anything else and prints the stack.
 */
function isReadableMessage(data: unknown): boolean {
  // Only a call that carries a file is binary, and the contract has none.
  if (typeof data !== 'string') return false
  let message: unknown
  try {
    message = JSON.parse(data)
  } catch {
    return false
  }
  if (!isRecord(message) || typeof message['i'] !== 'string') return false
  const { t: kind, p: payload } = message
  if (kind === abort) return true
  if (!isRecord(payload)) return false
  if (kind !== undefined && kind !== request) return true
  const { u: address, h: headers = {} } = payload
  return typeof address === 'string' && URL.canParse(address, 'http://orpc') && isRecord(headers)
}

const request = 1
const abort = 4

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const socketPath = '/rpc'

/** How long a page may take to confirm the close, ms. */
const farewellMs = 2000

/** Largest message of a page: a body of 1 MiB that was typed in, with each of its quotes escaped twice. Answers may be larger. */
const maxMessageBytes = 8 * 1024 * 1024

/**
 * Serves the contract over WebSocket at /rpc. The server upgrades only what its guard has let pass, see startServe.ts.
 * Answers how to end all of them: because the server stops, because their key was renewed, or at once.
 */
export function serveSockets(
  server: Server,
  host: Host,
  options: { log: HostLog; maxBufferedBytes: number },
): { close(): void; endRenewed(): void; cut(): void } {
  const handler = new RPCHandler(host.router, { interceptors: [reportFaults(options.log)] })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(socketProtocol) ? socketProtocol : false),
  })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client may send garbage or disconnect.
    socket.on('error', () => socket.destroy())
    sockets.handleUpgrade(request, socket, head, (opened) => serve(opened))
  })

  function serve(socket: WebSocket): void {
    socket.on('error', (error) => options.log('debug', 'a page sent something unreadable', { error: error.message }))
    handler
      .upgrade({ addEventListener: readableOnly(socket), send: boundedSend(socket) })
      .catch(() => socket.terminate())
  }

  /** The wire has no back-pressure of its own: a page that does not read is cut off, and starts again when it is back. */
  function boundedSend(socket: WebSocket): WebSocket['send'] {
    return (data: Parameters<WebSocket['send']>[0]) => {
      if (socket.bufferedAmount > options.maxBufferedBytes) socket.terminate()
      else socket.send(data)
    }
  }

  return {
    close: () => {
      for (const socket of sockets.clients) socket.close(1001, 'Hookscope stops')
      sockets.close()
    },
    endRenewed: () => {
      for (const socket of sockets.clients) {
        socket.close(keyRenewedCode, 'The key was renewed')
        const cut = setTimeout(() => socket.terminate(), farewellMs)
        socket.once('close', () => clearTimeout(cut))
      }
    },
    cut: () => {
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}

/**
 * Passes on what can be read; who sends anything else is not our page and is shown out. Messages that arrive after
 * we closed are dropped: the close may still be in flight.
 */
function readableOnly(socket: WebSocket): WebSocket['addEventListener'] {
  return (type, listener) => {
    const take = typeof listener === 'function' ? listener : listener.handleEvent.bind(listener)
    socket.addEventListener(type, (event) => {
      if (type === 'message' && socket.readyState !== socket.OPEN) return
      if (type !== 'message' || isReadableMessage('data' in event ? event.data : undefined)) take(event)
      else socket.close(unreadable, 'This is not a call.')
    })
  }
}

/** RFC 6455, 7.4.1: data that does not fit the type of the message. */
const unreadable = 1007
