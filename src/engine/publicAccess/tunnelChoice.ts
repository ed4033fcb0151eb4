/** The user's choice for the tunnel, as it is kept: secrets sealed, everything else in clear. Pure. */
import type { TunnelProvider as ProviderView } from '../../shared/wireTypes.ts'
import type { SecretSeal } from '../environments/secretSeal.ts'
import type { TunnelProvider } from '../tunnel/providers/provider.ts'

export interface TunnelChoice {
  /** Provider of last time, or null when none was ever opened. */
  provider: string | null
  /** It was open when the app ended, so the next start opens it again. */
  open: boolean
  /** A long random name, made once: it keeps the address. */
  name: string
  /** The options of each provider, by provider and key. */
  values: Record<string, Record<string, KeptValue>>
}

/** A secret is kept sealed. */
type KeptValue = { text: string } | { sealed: string }

/**
 * The choice with what was given now: an empty text clears a value, what is left out stays. Options that only
 * the command line may give are never kept.
 */
export function withValues(
  choice: TunnelChoice,
  provider: TunnelProvider,
  given: Readonly<Record<string, string>>,
  seal: SecretSeal,
): TunnelChoice {
  const kept = { ...choice.values[provider.id] }
  for (const [key, text] of Object.entries(given)) {
    const option = provider.options.find((entry) => entry.key === key)
    if (text === '') delete kept[key]
    else if (option?.commandLineOnly === true) continue
    else if (option?.secret === true) kept[key] = { sealed: seal.seal(text) }
    else kept[key] = { text }
  }
  return { ...choice, values: { ...choice.values, [provider.id]: kept } }
}

/**
 * All options of a provider, in clear. Leaves out a secret that cannot be opened any more, and what only the command line may
 * give: a changed database must not choose the program that runs.
 */
export function clearValues(choice: TunnelChoice, provider: TunnelProvider, seal: SecretSeal): Record<string, string> {
  const entries = Object.entries(choice.values[provider.id] ?? {}).flatMap(([key, value]) => {
    if (provider.options.some((option) => option.key === key && option.commandLineOnly === true)) return []
    const text = 'text' in value ? value.text : seal.unseal(value.sealed)
    return text === null ? [] : [[key, text] as const]
  })
  return Object.fromEntries(entries)
}

/** One option as it is shown: of a secret only whether it is set, and its fingerprint, null when it cannot be opened. */
export function shownValue(
  choice: TunnelChoice,
  providerId: string,
  key: string,
  seal: SecretSeal,
): Pick<ProviderView['options'][number], 'value' | 'set' | 'fingerprint'> {
  const value = choice.values[providerId]?.[key]
  if (value === undefined) return { value: null, set: false, fingerprint: null }
  if ('text' in value) return { value: value.text, set: true, fingerprint: null }
  const text = seal.unseal(value.sealed)
  return { value: null, set: true, fingerprint: text === null ? null : seal.fingerprint(text) }
}
