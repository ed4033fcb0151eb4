import { connectPort, hasDesktopShell, requestPort } from './connectPort.ts'
import { connectWebSocket } from './connectWebSocket.ts'
import { openKeptKey, obtainKey, type Given } from './pageKey.ts'
import type { Wire } from './wire.ts'

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
