/** The user's options of all providers, as one flat form: `providerId optionKey` -> text. Pure. */
import type { CallProblem } from '../../../../shared/codes/problems.ts'
import type { TunnelProvider } from '../../../../shared/wireTypes.ts'
import type { Edits } from '../../../ui/hooks/useEdits.ts'

/** Null: the stored secret stays as it is. */
export type ProviderForm = Record<string, string | null>

export function fieldOf(providerId: string, optionKey: string): string {
  return `${providerId} ${optionKey}`
}

/** The stored options, as a form without edits. */
export function storedOptions(providers: readonly TunnelProvider[]): ProviderForm {
  return Object.fromEntries(
    providers.flatMap(({ id, options }) =>
      options.map(({ key, secret, value, commandLineOnly }) => [
        fieldOf(id, key),
        secret || commandLineOnly ? null : (value ?? ''),
      ]),
    ),
  )
}

/** The fields that are kept in memory only. */
export function secretFields(providers: readonly TunnelProvider[]): string[] {
  return providers.flatMap(({ id, options }) =>
    options.filter(({ secret }) => secret).map(({ key }) => fieldOf(id, key)),
  )
}

/** The edits of one provider: what is typed for the others stays when this one is opened. */
export function editsOf(providerId: string, edits: Edits<ProviderForm>): Edits<ProviderForm> {
  return Object.fromEntries(Object.entries(edits).filter(([field]) => field.startsWith(fieldOf(providerId, ''))))
}

/** The options sent when a provider is opened: only the changed ones. An empty text clears the stored value. */
export function changedOptions(provider: TunnelProvider, edits: Edits<ProviderForm>): Record<string, string> {
  return Object.fromEntries(
    provider.options.flatMap(({ key, commandLineOnly }) => {
      const text = edits[fieldOf(provider.id, key)]
      if (text === undefined || text === null) return []
      return commandLineOnly ? [] : [[key, text]]
    }),
  )
}

/** The option of a provider that a refusal names; null when it names none. */
export function refusedOption(provider: TunnelProvider, why: CallProblem | null): string | null {
  if (why?.code !== 'tunnel-refused') return null
  return provider.options.find(({ key }) => key === why.fields.option)?.key ?? null
}
