import type { OfferWhy } from '../../shared/codes/tunnel.ts'
import { offerSentence } from '../../shared/words/tunnel.ts'
import type { TunnelProvider } from './providers/provider.ts'
import type { Tunnel } from '../../shared/wireTypes.ts'

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
    const why: OfferWhy = {
      code: 'provider-keeps-failing',
      fields: { failing: current.label, instead: provider.label },
    }
    return { id: provider.id, label: provider.label, reason: offerSentence(why), why }
  }
  return null
}
