import { ForwardProblem } from '../engine/forwarding/forwardTarget.ts'
import { dataFolder } from '../host/files/dataFolder.ts'
import type { ShellOptions } from '../host/shellOptions.ts'
import { startHost } from '../host/startHost.ts'
import { wantedKeyring } from '../host/keys/systemKeyring.ts'
import type { Host } from '../host/types.ts'
import type { Status } from '../shared/wireTypes.ts'
import {
  type AssertionEnd,
  type AssertionOptions,
  type Assertions,
  readAssertions,
  watchAssertions,
} from './assertions.ts'
import { announceTunnel } from './announceTunnel.ts'
import { exitCodes } from '../host/exitCodes.ts'
import { UsageProblem } from '../host/usageProblem.ts'
import { startDeliveryPrinter, type DeliveryPrinter } from './deliveryPrinter.ts'
import { type OpenedTunnel, openTunnel, readTunnelWords } from '../host/tunnelAtStart.ts'
import { version } from './places.ts'
import { prepareApp } from './prepareApp.ts'
import { unmet, writeListenReport } from './listenReport.ts'
import { startLog } from './startLog.ts'
import { remark } from './terminal.ts'
import { untilSignal, untilUnread } from './untilSignal.ts'

export interface ListenOptions extends ShellOptions, AssertionOptions {
  forwardTo?: string
  /** Name or id of an environment. */
  environment?: string
  /** Id of a preset. */
  scheme?: string
  /** A file; not "--env-file", which Node takes for its own. */
  writeEnv?: string
  junit?: string
  json?: boolean
}

/** What ends it: a signal, what was asserted, no more time, or nobody who reads its output. */
type End = 'signal' | AssertionEnd | 'time' | 'unread'

/** Engine without UI: a line per delivery, until a signal or until one matches. Answers the exit code. */
export async function listenCommand(options: ListenOptions): Promise<number> {
  const tunnelOptions = readTunnelWords(options.tunnelOption ?? [], options.tunnel)
  const assertions = readAssertions(options, options.forwardTo !== undefined)
  const folder = dataFolder(options.data, process.env)
  const log = startLog(process.env)
  const ends: Promise<End>[] = [untilSignal().then(() => 'signal'), untilUnread().then(() => 'unread')]
  const host = await startHost({
    dataFolder: folder,
    receiverPort: options.receiverPort,
    log,
    environmentVariables: process.env,
    keyring: await wantedKeyring(process.env),
    version: version(),
    resumeTunnel: options.tunnel === undefined,
  })
  const watch = watchAssertions(assertions)
  const printer = startDeliveryPrinter(host, watch, options.json === true)
  ends.push(watch.ended)
  const stops = [printer.stop, watch.stop]
  let end: End
  try {
    await prepareApp(host, options)
    if (options.forwardTo !== undefined) await forward(host, options.forwardTo, printer)
    // A signal does not have to wait for a tunnel.
    const tunnel = await Promise.race([openTunnel(host, options.tunnel, tunnelOptions, options.json === true), ...ends])
    if (typeof tunnel !== 'string') {
      const status = await host.status()
      remark(readyLine(host.receiverOrigin, status, tunnel, options.forwardTo))
      stops.push(announceTunnel(host, status.tunnel))
    }
    const time = timeUp(assertions.timeoutMs)
    stops.push(time.cancel)
    end = await Promise.race([...ends, time.up])
  } finally {
    await host.stop()
    for (const stop of stops) stop()
  }
  return codeOf(assertions, { end, found: watch.found(), deliveries: printer.count() }, options.junit)
}

async function forward(host: Host, url: string, printer: DeliveryPrinter): Promise<void> {
  try {
    await host.forwardTo(url, printer.onAttempt)
  } catch (error) {
    if (error instanceof ForwardProblem) throw new UsageProblem(`--forward-to: ${error.message}`)
    throw error
  }
}

function readyLine(
  origin: string,
  { receiver, environment, dataFolder: folder }: Status,
  tunnel: OpenedTunnel | undefined,
  forwardTo: string | undefined,
): string {
  const path = receiver.url === null ? '' : new URL(receiver.url).pathname
  return [
    `Listening for "${environment.name}" at ${origin}${path}.`,
    ...(tunnel?.url == null ? [] : [`Public: ${tunnel.url}${path}.`]),
    ...(tunnel?.problem == null
      ? []
      : [`The tunnel is not online yet: ${tunnel.problem} Until then only this machine can send.`]),
    ...(forwardTo === undefined ? [] : [`Each delivery is forwarded to ${forwardTo}.`]),
    `Data: ${folder}. Ctrl+C stops.`,
  ].join(' ')
}

function timeUp(ms: number | null): { up: Promise<End>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined
  const up = new Promise<End>((resolve) => {
    if (ms !== null) timer = setTimeout(() => resolve('time'), ms)
  })
  return { up, cancel: () => clearTimeout(timer) }
}

function codeOf(assertions: Assertions, outcome: Parameters<typeof unmet>[1], junit: string | undefined): number {
  if (junit !== undefined) writeListenReport(junit, assertions, outcome)
  const problems = Object.values(unmet(assertions, outcome)).filter((problem) => problem !== null)
  for (const problem of problems) remark(problem)
  return problems.length === 0 ? exitCodes.done : exitCodes.no
}
