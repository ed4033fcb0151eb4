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
    return {
      id: provider.id,
      label: provider.label,
      reason: `${current.label} does not come up. ${provider.label} could be used instead; its URL is another one.`,
    }
  }
  return null
}
