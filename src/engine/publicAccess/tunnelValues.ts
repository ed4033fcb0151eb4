import type { TunnelProvider as ProviderView } from '../../shared/wireTypes.ts'
import type { SecretSeal } from '../environments/secretSeal.ts'
import type { TunnelProviderView } from '../tunnel/tunnelViews.ts'
import type { TunnelMemory } from './openTunnelMemory.ts'
import { clearValues, shownValue, type TunnelChoice, withValues } from './tunnelChoice.ts'
import { type TunnelOption, type TunnelProvider, wrongOption } from '../tunnel/providers/provider.ts'

/** Options of one provider by key. */
type Values = Readonly<Record<string, string>>

/** The options of providers: what is kept, and what the command line gave for this run alone. */
export interface TunnelValues {
  /** The choice with what was given now. Throws TunnelProblem when the API gives what only the command line may give. */
  take(provider: TunnelProvider, given: Values, by: 'command-line' | 'api'): TunnelChoice
  /** All options of a provider, in clear. */
  of(provider: TunnelProvider, choice?: TunnelChoice): Values
  /** One option as it is shown. */
  shown(
    provider: string,
    option: TunnelProviderView['options'][number],
  ): Pick<ProviderView['options'][number], 'value' | 'set' | 'fingerprint'>
}

export function createTunnelValues(memory: Pick<TunnelMemory, 'choice'>, seal: SecretSeal): TunnelValues {
  const thisRun = new Map<string, Values>()
  const given = (provider: string, key: string): string | null => thisRun.get(provider)?.[key] || null
  return {
    take: (provider, values, by) => {
      if (by === 'command-line') thisRun.set(provider.id, ofThisRun(provider, values))
      else refuseCommandLineOnly(provider, values)
      return withValues(memory.choice(), provider, values, seal)
    },
    of: (provider, choice = memory.choice()) => ({
      ...clearValues(choice, provider, seal),
      ...thisRun.get(provider.id),
    }),
    shown: (provider, { key, commandLineOnly: isFixed }) => {
      if (!isFixed) return shownValue(memory.choice(), provider, key, seal)
      const value = given(provider, key)
      return { value, set: value !== null, fingerprint: null }
    },
  }
}

/** Options that name a program: only who starts this process chooses what it runs. Pure. */
/** Options of one provider by key. */

/** Throws TunnelProblem (`wrong-options`) when something else than the command line gives what only that may give. */
function refuseCommandLineOnly(provider: TunnelProvider, given: Values): void {
  const refused = commandLineOnly(provider).find(({ key }) => (given[key] ?? '') !== '')
  if (refused === undefined) return
  throw wrongOption({
    code: 'tunnel-option-from-command-line',
    fields: { provider: provider.label, id: provider.id, option: refused.key },
  })
}

/** The options of the command line that hold for this run and are never kept. */
function ofThisRun(provider: TunnelProvider, given: Values): Values {
  const keys = new Set(commandLineOnly(provider).map(({ key }) => key))
  return Object.fromEntries(Object.entries(given).filter(([key]) => keys.has(key)))
}

/** The options of a provider that name a program. */
function commandLineOnly({ options }: TunnelProvider): TunnelOption[] {
  return options.filter((option) => option.commandLineOnly === true)
}
