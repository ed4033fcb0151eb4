import { LastKnown } from '../frame/LastKnown.tsx'
import { useApp, useAppState } from '../state/useApp.ts'
import { useIsStale } from '../state/useIsStale.ts'
import { stateWords, tunnelWords } from '../words/tunnel.ts'
import { TunnelSign } from './TunnelSign.tsx'

/** Whether the outside reaches the receiver, in one word; leads to the screen that says why. */
export function TunnelChip() {
  const { navigation } = useApp()
  const tunnel = useAppState((state) => state.feed.status?.tunnel)
  const isStale = useIsStale()
  if (tunnel === undefined) return null
  const word = stateWords[tunnel.state].word.toLowerCase()
  return (
    <a
      className="chip chip-link"
      href={navigation.href({ screen: 'tunnel' })}
      title={[tunnelWords.chip(word, tunnel.provider.label), tunnel.problem].filter((line) => line !== null).join('\n')}
    >
      <TunnelSign state={isStale ? 'off' : tunnel.state} />
      <span className="tunnel-chip-name">{tunnelWords.title}</span> <span>{word}</span>
      {isStale && <LastKnown />}
    </a>
  )
}
