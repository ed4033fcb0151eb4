import { createRouterClient } from '@orpc/server'
import { StoreCannotOpen } from '../../engine/store/records/failures.ts'
import { wantedKeyring } from '../../host/keys/systemKeyring.ts'
import { startHost } from '../../host/startHost.ts'
import type { Host } from '../../host/shells/types.ts'
import { startServe } from '../../serve/startServe.ts'
import type { Alone, Api, OwnOptions } from './api.ts'
import { FolderTaken } from '../basics/failures.ts'
import { version } from '../basics/places.ts'
import { startLog } from '../basics/startLog.ts'

/** Starts an instance in this process. Throws FolderTaken where another process has the folder. */
export async function startHere(
  folder: string,
  alone: Alone,
  options: OwnOptions,
): Promise<{ api: Api; close(): Promise<void> }> {
  const log = startLog(process.env)
  const host = await start(folder, alone, options, log)
  const api: Api = {
    client: createRouterClient(host.router, { context: {} }),
    dataFolder: folder,
    running: null,
    own: host,
    newest: async () => host.newestAtStart,
  }
  if (alone !== 'receiving') return { api, close: host.stop }
  try {
    // Other commands can join this one.
    const announce = { shell: 'command', version: version() } as const
    const serve = await startServe({ host, port: 0, log, staticFolder: null, announce })
    return {
      api,
      close: async () => {
        await serve.stop()
        await host.stop()
      },
    }
  } catch (error) {
    await host.stop()
    throw error
  }
}

async function start(
  folder: string,
  alone: Alone,
  { receiverPort, resumeTunnel = false }: OwnOptions,
  log: ReturnType<typeof startLog>,
): Promise<Host> {
  try {
    return await startHost({
      dataFolder: folder,
      log,
      environmentVariables: process.env,
      keyring: await wantedKeyring(process.env),
      version: version(),
      ...(alone === 'receiving' ? { receiverPort, resumeTunnel } : { atRest: true }),
    })
  } catch (error) {
    if (!(error instanceof StoreCannotOpen) || error.code !== 'locked') throw error
    throw new FolderTaken(
      `${error.message} It lets no command join. If it is the desktop app, switch on “Let tools on this computer join” in the settings.`,
    )
  }
}
