import { type TunnelProvider, wrongOption } from './providers/provider.ts'

/** The provider of this id. Throws TunnelProblem (`wrong-options`) with a sentence that names what there is. */
export function findProvider(providers: readonly TunnelProvider[], id: string): TunnelProvider {
  const provider = providers.find((entry) => entry.id === id)
  if (provider !== undefined) return provider
  throw wrongOption({ code: 'tunnel-unknown', fields: { id, known: providers.map((entry) => entry.id) } })
}
