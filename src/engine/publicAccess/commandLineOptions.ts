/** Options that name a program: only who starts this process chooses what it runs. Pure. */
import { type TunnelOption, type TunnelProvider, wrongOption } from '../tunnel/providers/provider.ts'

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

/** The options of the command line that hold for this run and are never kept. */
export function ofThisRun(provider: TunnelProvider, given: Values): Values {
  const keys = new Set(commandLineOnly(provider).map(({ key }) => key))
  return Object.fromEntries(Object.entries(given).filter(([key]) => keys.has(key)))
}

/** The options of a provider that name a program. */
function commandLineOnly({ options }: TunnelProvider): TunnelOption[] {
  return options.filter((option) => option.commandLineOnly === true)
}
