import { TunnelProblem } from '../../engine/tunnel/providers/provider.ts'
import type { Host } from '../shells/types.ts'
import { UsageProblem } from '../shells/exitCodes.ts'
import type { PublicAccess } from '../../engine/publicAccess/startPublicAccess.ts'
import type { Tunnel } from '../../shared/wireTypes.ts'

/** How long the first check through a new tunnel is waited for, ms; it goes on in the background after that. */
const timeoutMs = 30_000

/** Opens tunnels as the command line names them. */
type TunnelOpener = Pick<Host, 'openTunnel' | 'tunnelProviders' | 'tunnelSettled'>

/** The outcome of opening a tunnel: where it is reached, or why it is not online yet. */
export interface OpenedTunnel {
  url: string | null
  problem: string | null
}

/** The values of `--tunnel-option key=value`. Throws UsageProblem. */
export function readTunnelWords(words: readonly string[], provider: string | undefined): Record<string, string> {
  if (provider === undefined && words.length > 0) {
    throw new UsageProblem('--tunnel-option needs --tunnel NAME beside it.')
  }
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=')
      if (at < 1) throw new UsageProblem(`--tunnel-option is "${word}"; it takes key=value, for example name=my-hooks.`)
      return [word.slice(0, at), word.slice(at + 1)]
    }),
  )
}

/**
 * Asks for the tunnel that the command line names, and does not wait until it is online. Without a name the host opens
 * the one of last time automatically. Throws UsageProblem for a provider or option that does not exist.
 */
export async function askForTunnel(
  host: TunnelOpener,
  provider: string | undefined,
  options: Record<string, string>,
): Promise<void> {
  if (provider === undefined) return
  const secrets = await secretsFromVariables(host, provider, options)
  await ask(host, provider, { ...options, ...secrets })
}

async function ask(host: TunnelOpener, provider: string, options: Record<string, string>): Promise<void> {
  try {
    await host.openTunnel({ provider, options })
  } catch (error) {
    if (error instanceof TunnelProblem) throw new UsageProblem(`--tunnel ${provider}: ${error.message}`)
    throw error
  }
}

/**
 * Opens the tunnel that the command line names, and waits until it is online, has failed, or time is up.
 * Throws UsageProblem for a provider or option that does not exist.
 * @param persistent whether to wait on when the first try failed: a script wants the address, a user wants to go on
 * @returns undefined when no tunnel was asked for
 */
export async function openTunnel(
  host: TunnelOpener,
  provider: string | undefined,
  options: Record<string, string>,
  persistent: boolean,
): Promise<OpenedTunnel | undefined> {
  if (provider === undefined) return undefined
  const secrets = await secretsFromVariables(host, provider, options)
  const settled = host.tunnelSettled(timeoutMs, persistent)
  try {
    await ask(host, provider, { ...options, ...secrets })
  } catch (error) {
    settled.cancel()
    throw error
  }
  if (provider === 'none') {
    settled.cancel()
    return undefined
  }
  const view: Tunnel = await settled.view
  return {
    url: view.state === 'online' ? view.publicUrl : null,
    problem: view.state === 'online' ? null : (view.problem ?? 'it is still being opened.'),
  }
}

/** A command line is seen by everybody on the machine, so secret options come from variables instead. */
async function secretsFromVariables(
  host: TunnelOpener,
  provider: string,
  options: Record<string, string>,
): Promise<Record<string, string>> {
  const known = (await host.tunnelProviders()).find(({ id }) => id === provider)
  const secrets = known?.options.filter(({ secret }) => secret) ?? []
  const entries = secrets.flatMap(({ key }): [string, string][] => {
    const variable = `HOOKSCOPE_TUNNEL_${key.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`
    if (options[key] !== undefined) {
      throw new UsageProblem(
        `--tunnel-option ${key} is a secret, and others can read a command line: set the variable ${variable} instead.`,
      )
    }
    const text = process.env[variable]
    return text === undefined || text === '' ? [] : [[key, text]]
  })
  return Object.fromEntries(entries)
}

/**
 * Begins to wait now: the next time that the tunnel is online or has failed, or how it is when time is up.
 * @param persistent whether what went wrong once is waited out; else the first trouble ends the waiting
 */
export function tunnelSettled(
  publicAccess: Pick<PublicAccess, 'onChange' | 'view'>,
  timeoutMs: number,
  persistent: boolean,
): { view: Promise<Tunnel>; cancel(): void } {
  let settle: () => void = () => undefined
  const view = new Promise<Tunnel>((resolve) => {
    settle = () => {
      clearTimeout(timer)
      unwatch()
      resolve(publicAccess.view())
    }
    const unwatch = publicAccess.onChange(({ state, problem }) => {
      if (state === 'online' || state === 'failed' || (!persistent && problem !== null && state !== 'off')) settle()
    })
    const timer = setTimeout(settle, timeoutMs)
  })
  return { view, cancel: settle }
}
