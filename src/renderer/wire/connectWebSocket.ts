import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import { WebSocket as ReconnectingWebSocket } from 'partysocket'
import { bodiesOverHttp } from './bodiesOverHttp.ts'
import { observable } from './observable.ts'
import { wireWords } from '../words/wire.ts'
import type { Client, Wire, WireState } from './wire.ts'

/**
 * Connects to the browser shell at the page's own origin. The token travels as a WebSocket subprotocol, because a page
 * can set no header there and an address would be logged.
 */
export function connectWebSocket(origin: string, token: string): Wire {
  const state = observable<WireState>({ kind: 'connecting' })
  const socket = new ReconnectingWebSocket(
    `${origin.replace(/^http/, 'ws')}/rpc`,
    ['hookscope', `hookscope.token.${token}`],
    {
      minReconnectionDelay: 400,
      maxReconnectionDelay: 4000,
      reconnectionDelayGrowFactor: 1.5,
      // A call made while the line is down fails and says so; sent later, it could happen twice or unexpectedly.
      maxEnqueuedMessages: 0,
    },
  )
  // Bodies come as bytes at once; a blob would have to be read once more.
  socket.binaryType = 'arraybuffer'
  const probe = new AbortController()
  socket.addEventListener('open', () => state.set({ kind: 'open' }))
  socket.addEventListener('close', () => {
    const now = state.get()
    if (now.kind === 'refused') return
    if (now.kind !== 'lost') state.set({ kind: 'lost', since: Date.now() })
    void isRefused(origin, token, probe.signal).then((refused) => {
      if (!refused || state.get().kind === 'open') return
      state.set({ kind: 'refused', problem: wireWords.refusedKey, steps: wireWords.refusedKeySteps })
      socket.close()
    })
  })
  const link = new RPCLink({ websocket: socket as unknown as WebSocket })
  return {
    client: createORPCClient<Client>(bodiesOverHttp(link, origin, token)),
    state: state.get,
    subscribe: state.subscribe,
    stop: () => {
      probe.abort()
      socket.close()
    },
  }
}

/** A refused upgrade looks like a dead server to a page; one HTTP call tells the two apart. */
async function isRefused(origin: string, token: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/api/v1/status`, { headers: { authorization: `Bearer ${token}` }, signal })
    return response.status === 401 || response.status === 403
  } catch {
    return false
  }
}
