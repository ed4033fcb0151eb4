import { ForwardProblem } from '../engine/forwarding/forwardTarget.ts'
import { dataFolder } from '../host/files/dataFolder.ts'
import { startHost } from '../host/startHost.ts'
import { wantedKeyring } from '../host/keys/systemKeyring.ts'
import type { Host } from '../host/types.ts'
import { createRouterClient } from '@orpc/server'
import { readAssertions } from './assertions.ts'
import { announceTunnel } from './announceTunnel.ts'
import { exitCodes } from '../host/exitCodes.ts'
import { UsageProblem } from '../host/usageProblem.ts'
import type { DeliveryPrinter } from './deliveryPrinter.ts'
import { openTunnel, readTunnelWords } from '../host/tunnelAtStart.ts'
import { startServe } from '../serve/startServe.ts'
import { findInstance } from './joinInstance.ts'
import { type End, type Listening, type ListenOptions, observe, readyLine } from './listening.ts'
import { listenJoined } from './listenJoined.ts'
import { version } from './places.ts'
import { watchDeliveries } from './watchDeliveries.ts'
import { prepareApp } from './prepareApp.ts'
import { casesOf, type Outcome, writeListenReport } from './listenReport.ts'
import { startLog } from './startLog.ts'
import { remark } from './terminal.ts'
import { allowHint } from './refusalOf.ts'
import { untilSignal, untilUnread } from './untilSignal.ts'

/** A line per delivery, until a signal or until one matches: of the running instance, else of an engine without UI. */
export async function listenCommand(options: ListenOptions): Promise<number> {
  readTunnelWords(options.tunnelOption ?? [], options.tunnel)
  const assertions = readAssertions(options, options.forwardTo !== undefined)
  const folder = dataFolder(options.data, process.env)
  const instance = await findInstance(folder)
  const time = timeUp(assertions.timeoutMs)
  const ends: Promise<End>[] = [untilSignal().then(() => 'signal'), untilUnread().then(() => 'unread')]
  const listening: Listening = { options, assertions, folder, ends, time }
  try {
    const outcome = await (instance === null ? listenAlone(listening) : listenJoined(listening, instance))
    const code = report(casesOf(assertions, outcome), options.junit)
    // A signal leaves open what would have come; what --never has seen is seen.
    const isOpen = outcome.end === 'signal' && outcome.found.never.every((id) => id === null)
    return code === exitCodes.no && isOpen ? exitCodes.interrupted : code
  } finally {
    time.cancel()
  }
}

async function listenAlone(listening: Listening): Promise<Outcome> {
  const { options, folder, ends, time } = listening
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
  const stops: (() => Promise<void> | void)[] = []
  let joinable: Pick<Awaited<ReturnType<typeof startServe>>, 'stop'> | undefined
  try {
    const client = createRouterClient(host.router, { context: {} })
    const { printer, ended, outcome } = await observe(listening, client)
    stops.push(watchDeliveries(host, printer).stop)
    // Other commands can join this one.
    const announce = { shell: 'command', version: version() } as const
    joinable = await startServe({ host, port: 0, log, staticFolder: null, announce })
    await prepareApp(client, options)
    if (options.forwardTo !== undefined) stops.push(await forward(host, options.forwardTo, options.allowHost, printer))
    const anyEnd = [...ends, ended]
    // A signal does not have to wait for a tunnel.
    const tunnel = await Promise.race([
      openTunnel(host, options.tunnel, tunnelOptions, options.json === true),
      ...anyEnd,
    ])
    if (typeof tunnel !== 'string') {
      const status = await host.status()
      remark(readyLine(status, tunnel, options.forwardTo))
      stops.push(announceTunnel(host, status.tunnel))
    }
    const end = await Promise.race([...anyEnd, time.start()])
    for (const stop of stops.splice(0)) await stop()
    return await outcome(end)
  } finally {
    await joinable?.stop()
    await host.stop()
    for (const stop of stops) await stop()
  }
}

async function forward(
  host: Host,
  url: string,
  allowHost: string | undefined,
  printer: DeliveryPrinter,
): Promise<() => Promise<void>> {
  try {
    return (await host.forwardTo(url, printer.onAttempt, { allowHost })).stop
  } catch (error) {
    if (error instanceof ForwardProblem) throw new UsageProblem(`--forward-to: ${error.message}${allowHint(error.why)}`)
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

function report(cases: ReturnType<typeof casesOf>, junit: string | undefined): number {
  if (junit !== undefined) writeListenReport(junit, cases)
  const problems = cases.flatMap(({ problem }) => problem ?? [])
  for (const problem of problems) remark(problem)
  return problems.length === 0 ? exitCodes.done : exitCodes.no
}
