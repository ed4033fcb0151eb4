import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { connectWebSocket } from './connectWebSocket.ts'
import { type Given, obtainKey, openKeptKey } from './session.ts'
import { type Client, observable, type Wire, type WireState } from './wire.ts'
import { desktopQuestion } from '../../../shared/desktopQuestion.ts'
import { wireWords } from './words.ts'

/**
 * Connects to the engine over what the shell offers: a MessagePort where the desktop shell's preload script answers, a
 * WebSocket elsewhere. The address decides nothing: a development server serves the desktop shell's page over HTTP, too.
 * Rejects with a sentence for the user, a CannotStart where there is more to say.
 * @param given what the address brought
 * @param waiting called when the page has to wait before it can connect
 */
export async function connect(page: Window, given: Given | null, waiting: () => void): Promise<Wire> {
  if (hasDesktopShell(page)) return connectPort(await requestPort(page, 10_000))
  const key = openKeptKey(page.sessionStorage)
  await obtainKey(given, key, page.location.origin, waiting)
  return connectWebSocket(page.location.origin, key)
}

/** Connects over a MessagePort that the desktop shell handed over. It lives as long as the app. */
function connectPort(port: MessagePort): Wire {
  const state = observable<WireState>({ kind: 'open' })
  const link = new RPCLink({ port })
  const { closedPort: problem, closedPortSteps: steps } = wireWords
  port.addEventListener('close', () => state.set({ kind: 'refused', problem, steps }))
  port.start()
  return {
    client: createORPCClient<Client>(link),
    session: null,
    state: state.get,
    subscribe: state.subscribe,
    stop: () => port.close(),
  }
}

/** Whether a preload script answers in this window. It takes our question back, which the page sees at once. */
function hasDesktopShell(page: Window): boolean {
  return !page.dispatchEvent(new Event(desktopQuestion, { cancelable: true }))
}

/**
 * Asks the preload script for the port. The request is repeated, as either side may be ready first.
 * Rejects when none comes in `patienceMs`.
 */
async function requestPort(page: Window, patienceMs: number): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const ask = () =>
      page.postMessage('hookscope:connect', page.location.origin === 'null' ? '*' : page.location.origin)
    const onMessage = (event: MessageEvent) => {
      const data: unknown = event.data
      const [port] = event.ports
      if (event.source !== page || port === undefined) return
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'hookscope:port') return
      stop()
      resolve(port)
    }
    const again = setInterval(ask, 500)
    const giveUp = setTimeout(() => {
      stop()
      reject(new Error(wireWords.noPort))
    }, patienceMs)
    const stop = () => {
      clearInterval(again)
      clearTimeout(giveUp)
      page.removeEventListener('message', onMessage)
    }
    page.addEventListener('message', onMessage)
    ask()
  })
}
