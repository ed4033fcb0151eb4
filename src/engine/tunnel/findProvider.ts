import { type TunnelProvider, wrongOption } from './providers/provider.ts'
import type { OfferReason } from '../../shared/codes/tunnel.ts'
import { offerSentence } from '../../shared/words/tunnel.ts'
import type { Tunnel } from '../../shared/wireTypes.ts'

/** The provider of this id. Throws TunnelProblem (`wrong-options`) with a sentence that names what there is. */
export function findProvider(providers: readonly TunnelProvider[], id: string): TunnelProvider {
  const provider = providers.find((entry) => entry.id === id)
  if (provider !== undefined) return provider
  throw wrongOption({ code: 'tunnel-unknown', fields: { id, known: providers.map((entry) => entry.id) } })
}

/** The provider to offer when one keeps failing: the next in the list that could be opened at once. */
export async function nextProvider(
  providers: readonly TunnelProvider[],
  current: TunnelProvider,
): Promise<Tunnel['offer']> {
  const start = providers.indexOf(current)
  const others = [...providers.slice(start + 1), ...providers.slice(0, start)]
  for (const provider of others) {
    const isReady = provider.id !== 'none' && provider.options.every(({ required }) => !required)
    if (!isReady || !(await provider.available({})).ok) continue
    const why: OfferReason = {
      code: 'provider-keeps-failing',
      fields: { failing: current.label, instead: provider.label },
    }
    return { id: provider.id, label: provider.label, reason: offerSentence(why), why }
  }
  return null
}
