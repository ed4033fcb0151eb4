/** Options that name a program: only who starts this process chooses what it runs. Pure. */
import { commandLineHint } from '../../shared/words/tunnel.ts'
import { type TunnelOption, type TunnelProvider, wrongOption } from '../tunnel/providers/provider.ts'
import type { TunnelChoice } from './tunnelChoice.ts'

/** Options of one provider by key. */
type Values = Readonly<Record<string, string>>

/** Throws TunnelProblem (`wrong-options`) when something else than the command line gives what only that may give. */
export function refuseCommandLineOnly(provider: TunnelProvider, given: Values): void {
  const refused = commandLineOnly(provider).find(({ key }) => (given[key] ?? '') !== '')
  if (refused === undefined) return
  throw wrongOption({
    code: 'tunnel-option-from-command-line',
    fields: { provider: provider.label, id: provider.id, option: refused.key },
  })
}

/** Of what the command line gave, the part that holds for this run and is never kept. */
export function ofThisRun(provider: TunnelProvider, given: Values): Values {
  const keys = new Set(commandLineOnly(provider).map(({ key }) => key))
  return Object.fromEntries(Object.entries(given).filter(([key]) => keys.has(key)))
}

/** Why a path that an earlier version kept under this key is not used, as a sentence; null when none is kept. */
export function notUsed(choice: TunnelChoice, provider: string, key: string): string | null {
  const kept = choice.values[provider]?.[key]
  if (kept === undefined || !('text' in kept)) return null
  return `The stored path ${kept.text} is not used: the command line alone chooses the program that runs. ${commandLineHint(provider, key)}`
}

/** The options of a provider that name a program. */
export function commandLineOnly({ options }: TunnelProvider): TunnelOption[] {
  return options.filter((option) => option.commandLineOnly === true)
}
