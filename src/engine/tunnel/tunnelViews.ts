import type { CheckReason } from '../../shared/codes/tunnel.ts'
import { tunnelSentence } from '../../shared/words/tunnel.ts'
import type { TunnelMachine } from './machineTypes.ts'
import type { TunnelProvider } from './providers/provider.ts'
import type { TunnelHistoryEntry } from './types.ts'
import type { Tunnel, TunnelProvider as ListedProvider } from '../../shared/wireTypes.ts'

/** A provider as the page lists it, without its options' values. */
export type TunnelProviderView = Omit<ListedProvider, 'options'> & {
  options: Pick<
    ListedProvider['options'][number],
    'key' | 'label' | 'hint' | 'secret' | 'required' | 'commandLineOnly'
  >[]
}

export interface TunnelViewFacts {
  machine: TunnelMachine
  provider: TunnelProvider
  history: readonly TunnelHistoryEntry[]
  previousUrl: string | null
  lastCheck: { at: number; why: CheckReason | null } | null
  offer: Tunnel['offer']
}

/** The tunnel as the page shows it. */
export function tunnelView({ machine, provider, history, previousUrl, lastCheck, offer }: TunnelViewFacts): Tunnel {
  return {
    state: machine.state,
    provider: { id: provider.id, label: provider.label },
    publicUrl: machine.publicUrl,
    previousUrl,
    since: iso(machine.since),
    problem: machine.why === null ? null : tunnelSentence(machine.why),
    why: machine.why,
    latencyMs: machine.latencyMs,
    lastCheck: lastCheck === null ? null : checkView(lastCheck),
    nextTryAt: machine.openAt === null ? null : iso(machine.openAt),
    traits: provider.traits.texts,
    headersNormalised: !provider.traits.rawHeaders,
    offer,
    history: history.map((entry) => ({ ...entry, at: iso(entry.at) })),
  }
}

/** A provider as the page lists it, with what it still lacks on this machine. */
export async function tunnelProviderView(
  provider: TunnelProvider,
  values: Readonly<Record<string, string>> = {},
): Promise<TunnelProviderView> {
  const availability = await provider.available(values)
  return {
    id: provider.id,
    label: provider.label,
    traits: provider.traits.texts,
    stableUrl: provider.traits.stableUrl,
    headersNormalised: !provider.traits.rawHeaders,
    options: provider.options.map((option) => ({ ...option, commandLineOnly: option.commandLineOnly ?? false })),
    available: availability.ok,
    version: availability.ok ? (availability.version ?? null) : null,
    fix: availability.ok ? null : tunnelSentence(availability.why),
  }
}

function checkView({ at, why }: NonNullable<TunnelViewFacts['lastCheck']>): Tunnel['lastCheck'] {
  return { at: iso(at), ok: why === null, problem: why === null ? null : tunnelSentence(why), why }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
