import { existsSync } from 'node:fs'
import { StoreCannotOpen } from '../../../engine/store/records/failures.ts'
import { dataFolder, makeDataFolder } from '../../../host/files/dataFolder.ts'
import type { Status } from '../../../shared/wireTypes.ts'
import type { ShellOptions } from '../../../host/shells/shellOptions.ts'
import { both, openLogFile } from '../../../host/logging/logFile.ts'
import { plainShell } from '../../../host/shells/plainShell.ts'
import { startHost } from '../../../host/startHost.ts'
import { wantedKeyring } from '../../../host/keys/systemKeyring.ts'
import { openPageKey } from '../../../serve/session/openPageKey.ts'
import { startServe } from '../../../serve/startServe.ts'
import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { isAllAddresses, isLoopback } from '../../../shared/loopback.ts'
import { CannotDo } from '../../basics/failures.ts'
import { findInstance } from '../../connect/joinInstance.ts'
import { openBrowser } from '../open/openBrowser.ts'
import { pageFolder, programName, version } from '../../basics/places.ts'
import { openTunnel, readTunnelWords } from '../../../host/startup/tunnelAtStart.ts'
import { startLog } from '../../basics/startLog.ts'
import { answer, answerJson } from '../../output/terminal.ts'
import { untilSignal } from '../../basics/untilSignal.ts'
import { CannotListen } from '../../../shared/cannotListen.ts'
import { shellQuote } from '../../../shared/requestText/shellText.ts'

export interface ServeOptions extends ShellOptions {
  uiPort?: number
  /** Addresses to listen on; absent: 127.0.0.1. */
  uiHost?: string
  receiverHost?: string
  /** Names by which the page is opened. */
  allowUiHost?: string[]
  open: boolean
  json?: boolean
}

/** Easy to remember, next to the receiver's. Used only when no other one was asked for. */
const usualUiPort = 4680

/** Engine and UI, until a signal. */
export async function serveCommand(options: ServeOptions): Promise<void> {
  const { uiHost = '127.0.0.1', allowUiHost = [] } = options
  if ((isAllAddresses(uiHost) || !isLoopback(uiHost)) && allowUiHost.length === 0)
    throw new UsageProblem(
      `--ui-host ${uiHost} opens the page beyond this machine. Add --allow-ui-host NAME[:PORT], the name by which it is opened.`,
    )
  const tunnelOptions = readTunnelWords(options.tunnelOption ?? [], options.tunnel)
  // A script needs no page; the user would see an error.
  if (options.json !== true && !existsSync(pageFolder)) {
    throw new CannotDo('The page is not built yet. Run `npm run build` first, or `npm start`.')
  }
  const folder = dataFolder(options.data, process.env)
  const terminalLog = startLog(process.env)
  // Before anything is written into it, the log too.
  makeDataFolder(folder, (message) => terminalLog('warn', message))
  const logFile = openLogFile(folder)
  const log = both(terminalLog, logFile.log)
  // From here on a signal stops cleanly, also one that comes before everything has started.
  const stopped = untilSignal()
  const host = await startHost({
    dataFolder: folder,
    receiverPort: options.receiverPort,
    receiverHost: options.receiverHost,
    log,
    shell: plainShell(logFile.path),
    environmentVariables: process.env,
    keyring: await wantedKeyring(process.env),
    version: version(),
    resumeTunnel: options.tunnel === undefined,
  }).catch(async (error: unknown): Promise<never> => {
    throw await withItsPage(error, folder)
  })
  try {
    // Wrong options are said before anything starts; what else goes wrong with a tunnel is shown by its state.
    const publicUrl = await openTunnel(host, options.tunnel, tunnelOptions, options.json === true)
    const key = openPageKey(folder, log)
    const serve = await startAtPort(portsToTry(options.uiPort, key.lastPort), async (port) =>
      startServe({
        host,
        port,
        address: uiHost,
        names: allowUiHost,
        key,
        log,
        staticFolder: pageFolder,
        announce: { shell: 'browser', version: version() },
      }),
    )
    const status = await host.status()
    const facts = {
      ui: serve.session.newAddress().ui,
      api: serve.apiUrl,
      token: serve.session.token(),
      receiver: host.receiverOrigin,
      receiverUrl: host.receiverOrigin + status.environment.receiverPath,
      ...(publicUrl === undefined ? {} : { public: publicUrl.url, tunnelProblem: publicUrl.problem }),
      data: folder,
      pid: process.pid,
    }
    if (options.json === true) answerJson(facts)
    else answer(readable(facts, publicUrl?.problem ?? null, status))
    if (options.open && options.json !== true) await openBrowser(() => serve.session.launchFile())
    await stopped
    await serve.stop()
  } finally {
    await host.stop()
    logFile.close()
  }
}

function readable(
  facts: { ui: string; public?: string | null; data: string },
  tunnelProblem: string | null,
  { receiver, environment, secretStorage }: Status,
): string {
  return [
    'Hookscope is running.',
    '',
    `  UI        ${facts.ui}`,
    `  Receiver  ${receiver.origin ?? ''}${environment.receiverPath}`,
    ...(facts.public == null ? [] : [`  Public    ${facts.public}${environment.receiverPath}`]),
    `  Data      ${facts.data}`,
    ...(tunnelProblem === null ? [] : ['', `The tunnel is not online yet: ${tunnelProblem}`]),
    '',
    secretStorage,
    'If no page opens, open the UI address: it works once, within an hour.',
    `${anotherAddress(facts.data)} prints another one. Ctrl+C stops.`,
  ].join('\n')
}

/** Where a running instance has the folder, the user most likely wants its page. */
async function withItsPage(failure: unknown, folder: string): Promise<unknown> {
  if (!(failure instanceof StoreCannotOpen) || failure.code !== 'locked') return failure
  const running = await findInstance(folder).catch(() => null)
  return running?.facts.shell === 'browser'
    ? new CannotDo(`${failure.message} ${anotherAddress(folder)} opens its page.`)
    : failure
}

/** The command for another address; with `--data` where the folder is not the one that is used without. */
function anotherAddress(folder: string): string {
  const isUsual = folder === dataFolder(undefined, process.env)
  return `\`${programName()} open${isUsual ? '' : ` --data ${shellQuote(folder)}`}\``
}

/** The port that was asked for; else that of last time, where a page may still be waiting, the usual one, any. */
function portsToTry(asked: number | undefined, last: number | null): number[] {
  if (asked !== undefined) return [asked]
  return [...new Set([...(last === null ? [] : [last]), usualUiPort, 0])]
}

async function startAtPort<T>(ports: readonly number[], start: (port: number) => Promise<T>): Promise<T> {
  const [port = 0, ...others] = ports
  try {
    return await start(port)
  } catch (error) {
    if (others.length > 0 && error instanceof CannotListen) return startAtPort(others, start)
    throw error
  }
}
