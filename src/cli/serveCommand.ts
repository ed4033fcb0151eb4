import { existsSync } from 'node:fs'
import { dataFolder } from '../host/dataFolder.ts'
import { startHost } from '../host/startHost.ts'
import { ServeCannotListen } from '../serve/listen.ts'
import { startServe } from '../serve/startServe.ts'
import { CannotDo, UsageProblem } from './failures.ts'
import { openBrowser } from './openBrowser.ts'
import { pageFolder, version } from './places.ts'
import { startLog } from './startLog.ts'
import { answer } from './terminal.ts'
import { untilSignal } from './untilSignal.ts'

export interface ServeOptions {
  data?: string
  uiPort?: number
  receiverPort?: number
  tunnel: string
  open: boolean
  json?: boolean
}

/** Easy to remember, beside the receiver's. Taken only when nobody asked for another one. */
const usualUiPort = 4680

/** Engine and UI on loopback, until a signal. */
export async function serveCommand(options: ServeOptions): Promise<void> {
  if (options.tunnel !== 'none') {
    throw new UsageProblem(`--tunnel is "${options.tunnel}"; this version opens no tunnels and takes only "none".`)
  }
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
    version: version(),
  })
  try {
    const serve = await startAtPort(options.uiPort, (port) => startServe({ host, port, log, staticFolder: pageFolder }))
    const facts = {
      ui: serve.uiUrl,
      api: serve.apiUrl,
      token: serve.token,
      receiver: host.receiverOrigin,
      data: folder,
      pid: process.pid,
    }
    answer(options.json === true ? JSON.stringify(facts) : readable(facts, (await host.status()).secretStorage))
    if (options.open && options.json !== true) await openBrowser(serve.openOnce())
    await stopped
    await serve.stop()
  } finally {
    await host.stop()
  }
}

function readable(facts: { ui: string; receiver: string; data: string }, secretStorage: string): string {
  return [
    'Hookscope is running.',
    '',
    `  UI        ${facts.ui}`,
    `  Receiver  ${facts.receiver}`,
    `  Data      ${facts.data}`,
    '',
    secretStorage,
    'Open the whole UI address: the key in it is made anew at each start. Ctrl+C stops.',
  ].join('\n')
}

async function startAtPort<T>(port: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port ?? usualUiPort)
  } catch (error) {
    if (port === undefined && error instanceof ServeCannotListen) return start(0)
    throw error
  }
}
