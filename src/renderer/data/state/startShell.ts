import type { ShellRequest } from '../../../shared/wireTypes.ts'
import type { Client } from '../wire/wire.ts'
import type { AppStore } from './appStore.ts'

/**
 * Asks what the shell can do, and keeps it in the state. Where it has native menus, listens to what they and links ask for.
 * Returns how to stop.
 */
export function startShell(store: AppStore, client: Client, take: (request: ShellRequest) => void): () => void {
  const whole = new AbortController()
  const listen = async () => {
    const shell = await client.shell.get(undefined, { signal: whole.signal })
    store.setState({ shell })
    if (!shell.can.menus) return
    for await (const request of await client.shell.requests(undefined, { signal: whole.signal })) take(request)
  }
  // A line that is lost says so itself, and the native shell's line is never opened again.
  listen().catch(() => undefined)
  return () => whole.abort()
}
