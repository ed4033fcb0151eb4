import { connectPort, requestPort } from './connectPort.ts'
import { connectWebSocket } from './connectWebSocket.ts'
import { takeToken } from './takeToken.ts'
import type { Wire } from './wire.ts'
import { wireWords } from '../words/wire.ts'

/**
 * Connects to the engine over what the shell offers: a page served over HTTP has a WebSocket, one of the desktop shell
 * asks for a MessagePort. Rejects with a sentence for a person.
 */
export async function connect(page: Window): Promise<Wire> {
  if (!page.location.protocol.startsWith('http')) return connectPort(await requestPort(page, 10_000))
  const token = takeToken({ location: page.location, history: page.history, storage: page.sessionStorage })
  if (token === null) throw new Error(wireWords.missingKey)
  return connectWebSocket(page.location.origin, token)
}
