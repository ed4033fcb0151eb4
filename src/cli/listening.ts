import type { ShellOptions } from '../host/shellOptions.ts'
import type { OpenedTunnel } from '../host/tunnelAtStart.ts'
import type { Status } from '../shared/wireTypes.ts'
import { type AssertionEnd, type AssertionOptions, type Assertions, watchAssertions } from './assertions.ts'
import { createDeliveryPrinter, type DeliveryPrinter } from './deliveryPrinter.ts'
import type { Client } from './joinInstance.ts'
import type { Outcome } from './listenReport.ts'
import { catchUp, hasWordsOf } from './watchMatching.ts'

export interface ListenOptions extends ShellOptions, AssertionOptions {
  forwardTo?: string
  /** A host beyond this machine that may be forwarded to. */
  allowHost?: string
  /** Name or id of an environment. */
  environment?: string
  /** Id of a preset. */
  scheme?: string
  /** A file; not "--env-file", which Node takes for its own. */
  writeEnv?: string
  junit?: string
  json?: boolean
}

/** The reason why it ends; `unread`: the reader of its output is gone. */
export type End = 'signal' | AssertionEnd | 'time' | 'unread'

/** Input of both ways to listen, joined and alone. */
export interface Listening {
  options: ListenOptions
  assertions: Assertions
  folder: string
  /** Signals, and the end of who reads the output. */
  ends: readonly Promise<End>[]
  /** Started when it listens. */
  time: { start(): Promise<End> }
}

/** Prints what comes, and compares it with what is asserted. */
export interface Observing {
  printer: DeliveryPrinter
  ended: Promise<End>
  /** Call it when nothing is observed any more: what was stored until now counts, however it ended. */
  outcome(end: End): Promise<Outcome>
}

export async function observe({ options, assertions }: Listening, client: Client): Promise<Observing> {
  const [newest] = (await client.deliveries.list({ limit: 1 })).items
  const watch = watchAssertions(assertions, hasWordsOf(client))
  const printer = createDeliveryPrinter(watch, { json: options.json === true, after: newest?.id ?? '0' })
  return {
    printer,
    ended: watch.ended,
    outcome: async (end) => {
      if (end === 'time' || end === 'signal') await catchUp(client, printer.newest(), printer.onDelivery)
      return { end, found: await watch.close(), deliveries: printer.count() }
    },
  }
}

/** The line that says where it listens; what waits for it reads `Ctrl+C stops`. Pure. */
export function readyLine(
  { receiver, environment, dataFolder: folder }: Status,
  tunnel: OpenedTunnel | undefined,
  forwardTo: string | undefined,
): string {
  const path = receiver.url === null ? '' : new URL(receiver.url).pathname
  return [
    `Listening for "${environment.name}" at ${receiver.origin ?? ''}${path}.`,
    ...(tunnel?.url == null ? [] : [`Public: ${tunnel.url}${path}.`]),
    ...(tunnel?.problem == null
      ? []
      : [`The tunnel is not online yet: ${tunnel.problem} Until then only this machine can send.`]),
    ...(forwardTo === undefined ? [] : [`Each delivery is forwarded to ${forwardTo}.`]),
    `Data: ${folder}. Ctrl+C stops.`,
  ].join(' ')
}
