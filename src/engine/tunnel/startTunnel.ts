import { createQueue } from '../../shared/basics/queues.ts'
import type { Tunnel } from '../../shared/wireTypes.ts'
import { findProvider } from './findProvider.ts'
import { TunnelRun } from './tunnelRun.ts'
import type { TunnelRunOptions } from './tunnelRunOptions.ts'
import { continuedHistory } from './tunnelHistory.ts'
import { readTunnelOptions } from './readTunnelOptions.ts'
import { tunnelProviderView, type TunnelProviderView } from './tunnelViews.ts'
import { watchSurroundings } from './watchSurroundings.ts'

export interface TunnelOptions extends Omit<TunnelRunOptions, 'history'> {
  /** The history that `keep` last received, in this run or an earlier one. */
  history?: TunnelRunOptions['history']
  /** The addresses of this machine as a text that changes when they do; default: the system's. */
  networks?: (() => string) | undefined
}

/** The source of the receiver's public address. */
export interface RunningTunnel {
  /**
   * Closes what is open and opens this provider; resolves once that is under way. Rejects with TunnelProblem
   * (`wrong-options`) when the options are wrong; the view shows what else goes wrong.
   * @param onRight called once the options are found right, before anything is closed or opened
   */
  open(providerId: string, values: Readonly<Record<string, string>>, onRight?: () => void): Promise<Tunnel>
  /** Lets deliveries that are on their way come to their end, then closes. */
  close(): Promise<Tunnel>
  /** Checks now, or tries to open now; resolves with the result of the check. */
  check(): Promise<Tunnel>
  view(): Tunnel
  /** All providers with what they need; `values`: stored values by provider. */
  providers(values?: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<TunnelProviderView[]>
  onChange(listener: (view: Tunnel) => void): () => void
  /** Closes, and stops watching. */
  stop(): Promise<void>
}

/** Starts the manager of tunnels; nothing is opened yet. */
export function startTunnel(options: TunnelOptions): RunningTunnel {
  const now = options.now ?? Date.now
  const run = new TunnelRun({ ...options, history: continuedHistory(options.history ?? [], now()) })
  const { wakeTickMs, networkTickMs } = run.timing
  const stopWatching = watchSurroundings({ wakeTickMs, networkTickMs, now, networks: options.networks }, () =>
    run.stir(),
  )
  /** Opening and closing are taken in turn. */
  const inTurn = createQueue()
  let stopped = false

  async function stop(): Promise<void> {
    stopped = true
    stopWatching()
    await inTurn(async () => run.close())
  }

  return {
    open: async (providerId, given, onRight) => {
      const provider = findProvider(options.providers, providerId)
      const values = readTunnelOptions(provider, given)
      onRight?.()
      await inTurn(async () => {
        await run.close()
        if (!stopped) run.open(provider, values)
      })
      return run.view()
    },
    close: async () => {
      await inTurn(async () => run.close())
      return run.view()
    },
    check: async () => {
      await run.checkNow()
      return run.view()
    },
    view: () => run.view(),
    providers: async (values = {}) =>
      Promise.all(options.providers.map(async (provider) => tunnelProviderView(provider, values[provider.id]))),
    onChange: (listener) => run.onChange(listener),
    stop,
  }
}
