import { createRouterClient } from '@orpc/server'
import { StoreCannotOpen } from '../engine/store/records/failures.ts'
import { wantedKeyring } from '../host/keys/systemKeyring.ts'
import { startHost } from '../host/startHost.ts'
import type { Host } from '../host/types.ts'
import { startServe } from '../serve/startServe.ts'
import { FolderTaken } from './failures.ts'
import { version } from './places.ts'
import { startLog } from './startLog.ts'
import type { Alone, Api } from './api.ts'

/** Runs a command with an engine of its own, see withApi.ts. Throws FolderTaken where another process has the folder. */
export async function useAlone<Result>(
  folder: string,
  alone: Alone,
  use: (api: Api) => Promise<Result>,
): Promise<Result> {
  const log = startLog(process.env)
  const host = await startAlone(folder, alone, log)
  let served: ReturnType<typeof startServe> | undefined
  const serve = async () =>
    (served ??= startServe({
      host,
      port: 0,
      log,
      staticFolder: null,
      announce: { shell: 'command', version: version() },
    }))
  try {
    if (alone === 'receiving') await serve()
    return await use({
      client: createRouterClient(host.router, { context: {} }),
      dataFolder: folder,
      running: null,
      http: async () => {
        const { apiUrl, session } = await serve()
        return { url: apiUrl, token: session.token() }
      },
      lost: new Promise(() => undefined),
    })
  } finally {
    await (await served)?.stop()
    await host.stop()
  }
}

async function startAlone(folder: string, alone: Alone, log: ReturnType<typeof startLog>): Promise<Host> {
  try {
    return await startHost({
      dataFolder: folder,
      log,
      environmentVariables: process.env,
      keyring: await wantedKeyring(process.env),
      version: version(),
      ...(alone === 'receiving' ? { resumeTunnel: false } : { atRest: true }),
    })
  } catch (error) {
    if (!(error instanceof StoreCannotOpen) || error.code !== 'locked') throw error
    throw new FolderTaken(
      `${error.message} It lets no command join. If it is the desktop app, switch on “Let tools on this computer join” in the settings.`,
    )
  }
}
