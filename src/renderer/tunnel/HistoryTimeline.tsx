import type { Tunnel } from '../../shared/wireTypes.ts'
import { stateWords, tunnelWords } from '../words/tunnel.ts'
import { historySegments } from './historySegments.ts'
import type { TunnelState } from './tunnelWords.ts'
import './HistoryTimeline.css'

const legend: readonly { state: TunnelState; words: string }[] = [
  { state: 'online', words: tunnelWords.legend.online },
  { state: 'checking', words: tunnelWords.legend.checking },
  { state: 'degraded', words: tunnelWords.legend.degraded },
  { state: 'failed', words: tunnelWords.legend.failed },
  { state: 'off', words: tunnelWords.legend.off },
]

/**
 * The history as one line from old to new. Height and texture say the state, colour only repeats it: tall = online,
 * half and striped = lost, low = opening, crossed out = failed, a hairline = off. The table below says the same in words.
 */
export function HistoryTimeline({ history, now }: { history: Tunnel['history']; now: number }) {
  return (
    <div className="timeline-tunnel" aria-hidden="true">
      <div className="timeline-tunnel-line">
        {historySegments(history, now).map(({ place, state, weight }) => (
          <span
            key={place}
            className="timeline-tunnel-time"
            data-state={state}
            style={{ flexGrow: weight }}
            title={stateWords[state].word}
          />
        ))}
      </div>
      <p className="timeline-tunnel-legend">
        {legend.map(({ state, words }) => (
          <span key={state} className="timeline-tunnel-key">
            <span className="timeline-tunnel-time" data-state={state} />
            {words}
          </span>
        ))}
        <span>{tunnelWords.legendScale}</span>
      </p>
    </div>
  )
}
