import { builtPage } from '../../tools/shots/startStage.ts'
import { startHost } from '../../src/host/startHost.ts'
import type { HostOptions } from '../../src/host/types.ts'
import { startServe } from '../../src/serve/startServe.ts'
import { callsOf, type ServeProcess } from './startServe.ts'

/** The browser shell in this process, for a test that gives the host what no command line has, such as short pauses. */
export async function startServeHere(
  dataFolder: string,
  options: Partial<HostOptions>,
): Promise<Pick<ServeProcess, 'ui' | 'receiver' | 'call' | 'bytes' | 'kill'>> {
  const host = await startHost({ dataFolder, receiverPort: 0, version: 'test', ...options })
  const serve = await startServe({ host, port: 0, staticFolder: builtPage })
  const token = serve.session.token()
  return {
    ui: `${serve.origin}/#token=${token}`,
    receiver: host.receiverOrigin,
    ...callsOf({ api: serve.apiUrl, token }),
    kill: async () => {
      await serve.stop()
      await host.stop()
      return 0
    },
  }
}
