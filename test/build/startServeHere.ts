import { builtPage } from '../../tools/shots/startStage.ts'
import { startHost } from '../../src/host/startHost.ts'
import type { HostOptions } from '../../src/host/shells/types.ts'
import { openPageKey } from '../../src/serve/session/openPageKey.ts'
import { type Serve, startServe } from '../../src/serve/startServe.ts'
import { CannotListen } from '../../src/shared/cannotListen.ts'
import { callsOf, type RunningServe } from './startServe.ts'

/**
 * The browser shell in this process, with the page that was built: for tests of the page, and for those that give
 * the host options that no command line has, such as short pauses. For signals and variables use `startServe`.
 * @param options beside those of `hookscope serve` without options
 */
export async function startServeHere(dataFolder: string, options: Partial<HostOptions> = {}): Promise<RunningServe> {
  const host = await startHost({ dataFolder, receiverPort: 0, version: 'test', ...options })
  const serve = await startAtLastPort(async (port) =>
    startServe({ host, port, key: openPageKey(dataFolder, () => undefined), staticFolder: builtPage }),
  )
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

/** Port of this worker's pages. */
const pages = { port: 0 }

/**
 * The port that the one before it had, where that has ended: a page that goes on from test to test (see
 * test/support/parkedPages.ts) has compiled the script of this address and need not do it again.
 */
async function startAtLastPort(start: (port: number) => Promise<Serve>): Promise<Serve> {
  const serve = await start(pages.port).catch(async (error: unknown) => {
    if (error instanceof CannotListen) return start(0)
    throw error
  })
  pages.port = serve.port
  return serve
}
