import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { desktopQuestion } from '../../../shared/desktopQuestion.ts'
import { observable } from './observable.ts'
import { wireWords } from './words.ts'
import type { Client, Wire, WireState } from './wire.ts'

/** Connects over a MessagePort that the desktop shell handed over. It lives as long as the app. */
export function connectPort(port: MessagePort): Wire {
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
export function hasDesktopShell(page: Window): boolean {
  return !page.dispatchEvent(new Event(desktopQuestion, { cancelable: true }))
}

/**
 * Asks the preload script for the port. The request is repeated, as either side may be ready first.
 * Rejects when none comes in `patienceMs`.
 */
export async function requestPort(page: Window, patienceMs: number): Promise<MessagePort> {
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
