import type { Tunnel } from '../../shared/wireTypes.ts'
import { historySegments } from './historySegments.ts'
import { stateWords, type TunnelState } from './tunnelWords.ts'
import './HistoryTimeline.css'

const legend: readonly { state: TunnelState; words: string }[] = [
  { state: 'online', words: 'online' },
  { state: 'checking', words: 'opening, checking' },
  { state: 'degraded', words: 'not reached, reconnecting' },
  { state: 'failed', words: 'failed' },
  { state: 'off', words: 'off' },
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
        <span>older to the left; the wider, the longer, not to scale</span>
      </p>
    </div>
  )
}
