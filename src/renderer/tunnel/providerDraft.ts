/** What a person types for providers, as one flat form: `providerId optionKey` -> text. Pure. */
import type { TunnelProvider } from '../../shared/wireTypes.ts'
import type { Edits } from '../ui/edits.ts'

/** Null: the stored secret stays as it is. */
export type ProviderForm = Record<string, string | null>

export function fieldOf(providerId: string, optionKey: string): string {
  return `${providerId} ${optionKey}`
}

/** What is stored, as a form without edits. */
export function storedOptions(providers: readonly TunnelProvider[]): ProviderForm {
  return Object.fromEntries(
    providers.flatMap(({ id, options }) =>
      options.map(({ key, secret, value }) => [fieldOf(id, key), secret ? null : (value ?? '')]),
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

/** What goes along when a provider is opened: only what was changed. An empty text clears what is stored. */
export function changedOptions(provider: TunnelProvider, edits: Edits<ProviderForm>): Record<string, string> {
  return Object.fromEntries(
    provider.options.flatMap(({ key }) => {
      const text = edits[fieldOf(provider.id, key)]
      return text === undefined || text === null ? [] : [[key, text]]
    }),
  )
}

/** Which option a refusal is about: the engine's sentences name it in quotes. Null when it names none. */
export function refusedOption(provider: TunnelProvider, message: string): string | null {
  const named = /option "([^"]+)"/.exec(message)?.[1]
  return provider.options.find(({ key }) => key === named)?.key ?? null
}
