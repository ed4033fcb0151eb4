import { existsSync } from 'node:fs'
import { dataFolder } from '../host/dataFolder.ts'
import { startHost } from '../host/startHost.ts'
import { wantedKeyring } from '../host/systemKeyring.ts'
import { startServe } from '../serve/startServe.ts'
import { CannotDo } from './failures.ts'
import { openBrowser } from './openBrowser.ts'
import { pageFolder, version } from './places.ts'
import { openTunnel, readTunnelWords } from './openTunnel.ts'
import { startLog } from './startLog.ts'
import { answer } from './terminal.ts'
import { untilSignal } from './untilSignal.ts'
import { CannotListen } from '../shared/cannotListen.ts'

export interface ServeOptions {
  data?: string
  uiPort?: number
  receiverPort?: number
  tunnel?: string
  tunnelOption?: string[]
  open: boolean
  json?: boolean
}

/** Easy to remember, beside the receiver's. Taken only when nobody asked for another one. */
const usualUiPort = 4680

/** Engine and UI on loopback, until a signal. */
export async function serveCommand(options: ServeOptions): Promise<void> {
  const tunnelOptions = readTunnelWords(options.tunnelOption ?? [], options.tunnel)
  // A script needs no page; a person would look at an error.
  if (options.json !== true && !existsSync(pageFolder)) {
    throw new CannotDo('The page is not built yet. Run `npm run build` first, or `npm start`.')
  }
  const folder = dataFolder(options.data, process.env)
  const log = startLog(process.env)
  // From here on a signal stops cleanly, also one that comes before everything stands.
  const stopped = untilSignal()
  const host = await startHost({
    dataFolder: folder,
    receiverPort: options.receiverPort,
    log,
    environmentVariables: process.env,
    keyring: await wantedKeyring(process.env),
    version: version(),
    resumeTunnel: options.tunnel === undefined,
  })
  try {
    // Wrong options are said before anything stands; what else goes wrong with a tunnel is shown by its state.
    const publicUrl = await openTunnel(host, options.tunnel, tunnelOptions, options.json === true)
    const serve = await startAtPort(options.uiPort, (port) => startServe({ host, port, log, staticFolder: pageFolder }))
    const facts = {
      ui: serve.uiUrl,
      api: serve.apiUrl,
      token: serve.token,
      receiver: host.receiverOrigin,
      ...(publicUrl === undefined ? {} : { public: publicUrl.url, tunnelProblem: publicUrl.problem }),
      data: folder,
      pid: process.pid,
    }
    answer(
      options.json === true
        ? JSON.stringify(facts)
        : readable(facts, publicUrl?.problem ?? null, (await host.status()).secretStorage),
    )
    if (options.open && options.json !== true) await openBrowser(serve.openOnce())
    await stopped
    await serve.stop()
  } finally {
    await host.stop()
  }
}

function readable(
  facts: { ui: string; receiver: string; public?: string | null; data: string },
  tunnelProblem: string | null,
  secretStorage: string,
): string {
  return [
    'Hookscope is running.',
    '',
    `  UI        ${facts.ui}`,
    `  Receiver  ${facts.receiver}`,
    ...(facts.public == null ? [] : [`  Public    ${facts.public}`]),
    `  Data      ${facts.data}`,
    ...(tunnelProblem === null ? [] : ['', `The tunnel is not online yet: ${tunnelProblem}`]),
    '',
    secretStorage,
    'Open the whole UI address: the key in it is made anew at each start. Ctrl+C stops.',
  ].join('\n')
}

async function startAtPort<T>(port: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port ?? usualUiPort)
  } catch (error) {
    if (port === undefined && error instanceof CannotListen) return start(0)
    throw error
  }
}
