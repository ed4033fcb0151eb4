import { builtPage } from '../../tools/shots/startStage.ts'
import { startHost } from '../../src/host/startHost.ts'
import type { HostOptions } from '../../src/host/shells/types.ts'
import { openPageKey } from '../../src/serve/session/openPageKey.ts'
import { startServe } from '../../src/serve/startServe.ts'
import { callsOf, type RunningServe } from './startServe.ts'

/**
 * The browser shell in this process, with the page that was built: for tests of the page, and for those that give
 * the host options that no command line has, such as short pauses. For signals and variables use `startServe`.
 * @param options beside those of `hookscope serve` without options
 * @param port of the page. Default: that of the last start on this folder, else any
 */
export async function startServeHere(
  dataFolder: string,
  options: Partial<HostOptions> = {},
  port?: number,
): Promise<RunningServe> {
  const host = await startHost({ dataFolder, receiverPort: 0, version: 'test', ...options })
  const key = openPageKey(dataFolder, () => undefined)
  const serve = await startServe({ host, port: port ?? key.lastPort ?? 0, key, staticFolder: builtPage })
  const token = serve.session.token()
  const facts = { api: serve.apiUrl, token }
  return {
    ...facts,
    ui: `${serve.origin}/#token=${token}`,
    receiver: host.receiverOrigin,
    ...callsOf(facts),
    stop: async () => {
      await serve.stop()
      await host.stop()
    },
  }
}
