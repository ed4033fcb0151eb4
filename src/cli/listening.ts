import type { ShellOptions } from '../host/shellOptions.ts'
import type { OpenedTunnel } from '../host/tunnelAtStart.ts'
import type { Status } from '../shared/wireTypes.ts'
import type { AssertionEnd, AssertionOptions } from './assertions.ts'
import type { DeliveryPrinter } from './deliveryPrinter.ts'

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
export type End = 'signal' | AssertionEnd | 'time' | 'unread'

/** What both ways to listen work with. */
export interface Listening {
  options: ListenOptions
  folder: string
  printer: DeliveryPrinter
  /** What ends it, but for the time. */
  ends: readonly Promise<End>[]
  /** Started when it listens. */
  time: { start(): Promise<End> }
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
