import { ForwardProblem } from '../engine/forwarding/forwardTarget.ts'
import { dataFolder } from '../host/files/dataFolder.ts'
import { startHost } from '../host/startHost.ts'
import { wantedKeyring } from '../host/keys/systemKeyring.ts'
import type { Host } from '../host/types.ts'
import { createRouterClient } from '@orpc/server'
import { type Assertions, readAssertions, watchAssertions } from './assertions.ts'
import { announceTunnel } from './announceTunnel.ts'
import { exitCodes } from '../host/exitCodes.ts'
import { UsageProblem } from '../host/usageProblem.ts'
import { createDeliveryPrinter, type DeliveryPrinter } from './deliveryPrinter.ts'
import { openTunnel, readTunnelWords } from '../host/tunnelAtStart.ts'
import { startServe } from '../serve/startServe.ts'
import { findInstance } from './joinInstance.ts'
import { type End, type Listening, type ListenOptions, readyLine } from './listening.ts'
import { listenJoined } from './listenJoined.ts'
import { version } from './places.ts'
import { watchDeliveries } from './watchDeliveries.ts'
import { prepareApp } from './prepareApp.ts'
import { unmet, writeListenReport } from './listenReport.ts'
import { startLog } from './startLog.ts'
import { remark } from './terminal.ts'
import { untilSignal, untilUnread } from './untilSignal.ts'

/** A line per delivery, until a signal or until one matches: of the running instance, else of an engine without UI. */
export async function listenCommand(options: ListenOptions): Promise<number> {
  readTunnelWords(options.tunnelOption ?? [], options.tunnel)
  const assertions = readAssertions(options, options.forwardTo !== undefined)
  const folder = dataFolder(options.data, process.env)
  const watch = watchAssertions(assertions)
  const printer = createDeliveryPrinter(watch, options.json === true)
  const instance = await findInstance(folder)
  const time = timeUp(assertions.timeoutMs)
  const ends: Promise<End>[] = [untilSignal().then(() => 'signal'), untilUnread().then(() => 'unread'), watch.ended]
  const listening: Listening = { options, folder, printer, ends, time }
  let end: End
  try {
    end = await (instance === null ? listenAlone(listening) : listenJoined(listening, instance))
  } finally {
    time.cancel()
    watch.stop()
  }
  return codeOf(assertions, { end, found: watch.found(), deliveries: printer.count() }, options.junit)
}

async function listenAlone({ options, folder, printer, ends, time }: Listening): Promise<End> {
  const tunnelOptions = readTunnelWords(options.tunnelOption ?? [], options.tunnel)
  const log = startLog(process.env)
  const host = await startHost({
    dataFolder: folder,
    receiverPort: options.receiverPort,
    log,
    environmentVariables: process.env,
    keyring: await wantedKeyring(process.env),
    version: version(),
    resumeTunnel: options.tunnel === undefined,
  })
  const stops = [watchDeliveries(host, printer).stop]
  let joinable: Pick<Awaited<ReturnType<typeof startServe>>, 'stop'> | undefined
  try {
    // Other commands work through this one meanwhile.
    const announce = { shell: 'command', version: version() } as const
    joinable = await startServe({ host, port: 0, log, staticFolder: null, announce })
    await prepareApp(createRouterClient(host.router, { context: {} }), options)
    if (options.forwardTo !== undefined) await forward(host, options.forwardTo, printer)
    // A signal does not have to wait for a tunnel.
    const tunnel = await Promise.race([openTunnel(host, options.tunnel, tunnelOptions, options.json === true), ...ends])
    if (typeof tunnel !== 'string') {
      const status = await host.status()
      remark(readyLine(status, tunnel, options.forwardTo))
      stops.push(announceTunnel(host, status.tunnel))
    }
    return await Promise.race([...ends, time.start()])
  } finally {
    await joinable?.stop()
    await host.stop()
    for (const stop of stops) stop()
  }
}

async function forward(host: Host, url: string, printer: DeliveryPrinter): Promise<void> {
  try {
    await host.forwardTo(url, printer.onAttempt)
  } catch (error) {
    if (error instanceof ForwardProblem) throw new UsageProblem(`--forward-to: ${error.message}`)
    throw error
  }
}

function timeUp(ms: number | null): { start(): Promise<End>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined
  const start = async () =>
    new Promise<End>((resolve) => {
      if (ms !== null) timer = setTimeout(() => resolve('time'), ms)
    })
  return { start, cancel: () => clearTimeout(timer) }
}

function codeOf(assertions: Assertions, outcome: Parameters<typeof unmet>[1], junit: string | undefined): number {
  if (junit !== undefined) writeListenReport(junit, assertions, outcome)
  const problems = Object.values(unmet(assertions, outcome)).filter((problem) => problem !== null)
  for (const problem of problems) remark(problem)
  return problems.length === 0 ? exitCodes.done : exitCodes.no
}
