import type { Tunnel as TunnelState, TunnelInput, TunnelProvider as ProviderView } from '../../shared/wireTypes.ts'
import type { DeliveryTunnel } from '../../shared/model.ts'
import type { SecretSeal } from '../environments/secretSeal.ts'
import type { Outbound } from '../outbound/startOutbound.ts'
import type { Probe } from '../receiver/probe.ts'
import type { Receiver } from '../receiver/types.ts'
import type { Store } from '../store/store.ts'
import { arrivedThrough } from '../tunnel/arrivedThrough.ts'
import { createProviders } from '../tunnel/providers/createProviders.ts'
import { findProvider } from '../tunnel/findProvider.ts'
import { startTunnel } from '../tunnel/startTunnel.ts'
import type { TunnelTiming } from '../tunnel/types.ts'
import { openTunnelMemory } from './openTunnelMemory.ts'
import { createTunnelValues } from './tunnelValues.ts'

/** The receiver's way to the world: the tunnel with the user's choice for it, kept over restarts. */
export interface PublicAccess {
  view(): TunnelState
  providers(): Promise<ProviderView[]>
  /**
   * Opens a provider, the one of last time when none is named. Rejects with TunnelProblem when the options are wrong.
   * @param by only the command line may name programs, which then holds until this process ends
   */
  open(input: TunnelInput, by: 'command-line' | 'api'): Promise<TunnelState>
  /** Opens the tunnel again that was open when the app last ended. */
  resume(): Promise<void>
  close(): Promise<TunnelState>
  check(): Promise<TunnelState>
  /** Where the service reaches the receiver: the public address where there is one, else the local one. No path. */
  origin(): string
  /** The tunnel that a request came through, or null. Called for every delivery. */
  tunnelOf(headers: readonly string[]): DeliveryTunnel | null
  onChange(listener: (view: TunnelState) => void): () => void
  stop(): Promise<void>
}

export interface PublicAccessOptions {
  store: Store
  seal: SecretSeal
  outbound: Outbound
  receiver: Receiver
  probe: Probe
  dataFolder: string
  /** Default: see defaultTiming. */
  tunnelTiming?: Partial<TunnelTiming> | undefined
  log(level: 'debug' | 'warn', message: string): void
}

export async function startPublicAccess(options: PublicAccessOptions): Promise<PublicAccess> {
  const { store, seal, outbound, receiver, probe, log } = options
  const memory = await openTunnelMemory(store, (message) => log('warn', message))
  const providers = createProviders({ send: outbound.send, dataFolder: options.dataFolder })
  const tunnel = startTunnel({
    target: { host: '127.0.0.1', port: receiver.port },
    probe,
    send: outbound.send,
    providers,
    name: memory.choice().name,
    history: memory.history,
    keep: memory.keepHistory,
    timing: options.tunnelTiming,
    whenQuiet: receiver.whenQuiet,
    log: (line) => log('debug', line),
  })

  /** Kept for as long as a tunnel is wanted: while it is opened again, the address most likely stays. */
  let lastUrl: string | null = null
  let view = tunnel.view()
  const look = () => {
    view = tunnel.view()
    lastUrl = view.state === 'off' ? null : (view.publicUrl ?? lastUrl)
  }
  const unwatch = tunnel.onChange(look)

  const values = createTunnelValues(memory, seal)

  async function open(input: TunnelInput, by: 'command-line' | 'api'): Promise<TunnelState> {
    const provider = findProvider(providers, input.provider ?? memory.choice().provider ?? 'none')
    const wanted = values.take(provider, input.options ?? {}, by)
    // Options that are wrong are not kept, and what is open stays open.
    const opened = await tunnel.open(provider.id, values.of(provider, wanted), () =>
      memory.choose({ ...wanted, provider: provider.id, open: provider.id !== 'none' }),
    )
    look()
    return opened
  }

  return {
    view: tunnel.view,
    open,
    resume: async () => {
      if (memory.choice().open) await open({}, 'api')
    },
    close: async () => {
      memory.choose({ open: false })
      return tunnel.close()
    },
    check: tunnel.check,
    providers: async () => {
      const all = Object.fromEntries(providers.map((provider) => [provider.id, values.of(provider)]))
      const views = await tunnel.providers(all)
      return views.map((view) => ({
        ...view,
        options: view.options.map((option) => ({ ...option, ...values.shown(view.id, option) })),
      }))
    },
    origin: () => lastUrl ?? receiver.origin,
    tunnelOf: (headers) => {
      if (lastUrl === null) return null
      const arrival = arrivedThrough(headers, { ...view, publicUrl: lastUrl })
      if (arrival === null) return null
      const { provider, label, headersNormalised } = arrival
      return { provider, label, publicUrl: lastUrl, headersNormalised }
    },
    onChange: tunnel.onChange,
    stop: async () => {
      unwatch()
      await tunnel.stop()
    },
  }
}
