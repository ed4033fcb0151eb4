import { useState } from 'react'
import type { Tunnel, TunnelProvider } from '../../../../shared/wireTypes.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { Time, useNow } from '../../../ui/basics/Time.tsx'
import { tunnelWords, lengthWords } from './words.ts'
import { TunnelSign } from './TunnelSign.tsx'
import styles from './Tunnel.module.css'
import { tunnelStateWords, type TunnelState } from '../../../text/verdictWords.ts'

interface TunnelHistoryProps {
  history: Tunnel['history']
  providers: readonly TunnelProvider[]
}

const shownAtFirst = 12

const [when, state, through, why, length] = tunnelWords.historyHead

/** The tunnel's past states: when, why, how long. Kept over restarts. */
export function TunnelHistory({ history, providers }: TunnelHistoryProps) {
  const [all, setAll] = useState(false)
  const now = useNow(1000)
  const newest = history.map((entry, place) => ({ ...entry, place })).toReversed()
  const shown = all ? newest : newest.slice(0, shownAtFirst)
  const labels = new Map(providers.map(({ id, label }) => [id, label]))
  if (history.length === 0) {
    return (
      <Section title={tunnelWords.history}>
        <p className="muted">{tunnelWords.historyEmpty}</p>
      </Section>
    )
  }
  return (
    <Section title={tunnelWords.history} lead={tunnelWords.historyLead}>
      <HistoryTimeline history={history} now={now} />
      <DataTable
        label={tunnelWords.historyTable}
        rows={shown}
        rowKey={({ place }) => place}
        columns={[
          { key: 'when', head: when, className: styles.historyWhen, cell: ({ at }) => <Time at={at} /> },
          {
            key: 'state',
            head: state,
            names: true,
            cell: (entry) => (
              <span className={styles.historyState}>
                <TunnelSign state={entry.state} />
                {tunnelStateWords[entry.state].word}
              </span>
            ),
          },
          {
            key: 'through',
            head: through,
            className: styles.historyThrough,
            cell: ({ provider, publicUrl }) => (
              <>
                {labels.get(provider) ?? provider}
                {publicUrl !== null && <code className={styles.historyUrl}>{publicUrl}</code>}
              </>
            ),
          },
          {
            key: 'why',
            head: why,
            className: styles.historyReason,
            cell: ({ reason }) => reason ?? <span className="muted">{tunnelWords.noReason}</span>,
          },
          {
            key: 'length',
            head: length,
            numeric: true,
            className: styles.historyLength,
            cell: (entry) => lengthWords(entry, now),
          },
        ]}
      />
      {newest.length > shownAtFirst && (
        <div>
          <Button look="quiet" onClick={() => setAll(!all)}>
            {all ? tunnelWords.onlyNewest(shownAtFirst) : tunnelWords.all(newest.length)}
          </Button>
        </div>
      )}
    </Section>
  )
}

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
function HistoryTimeline({ history, now }: { history: Tunnel['history']; now: number }) {
  return (
    <div className={styles.timelineTunnel} aria-hidden="true">
      <div className={styles.timelineTunnelLine}>
        {historySegments(history, now).map(({ place, state, weight }) => (
          <span
            key={place}
            className={styles.timelineTunnelTime}
            data-state={state}
            style={{ flexGrow: weight }}
            title={tunnelStateWords[state].word}
          />
        ))}
      </div>
      <p className={styles.timelineTunnelLegend}>
        {legend.map(({ state, words }) => (
          <span key={state} className={styles.timelineTunnelKey}>
            <span className={styles.timelineTunnelTime} data-state={state} />
            {words}
          </span>
        ))}
        <span>{tunnelWords.legendScale}</span>
      </p>
    </div>
  )
}

type HistoryEntry = Tunnel['history'][number]

interface HistorySegment {
  /** Place in the history: a time may occur twice. */
  place: number
  state: HistoryEntry['state']
  /** How wide it is drawn, against the others. */
  weight: number
}

/** How many times are drawn: the newest. */
const maxShown = 60

/**
 * The history as segments of one line. A second beside a day would not be seen, so the width grows with the order of
 * magnitude, not with the time. Pure.
 */
export function historySegments(history: readonly HistoryEntry[], now: number): HistorySegment[] {
  const first = Math.max(0, history.length - maxShown)
  return history.slice(first).map(({ at, state, forMs }, index) => {
    const ms = Math.max(0, forMs ?? now - Date.parse(at))
    return { place: first + index, state, weight: Number((1 + Math.log10(1 + ms / 1000) * 2).toFixed(2)) }
  })
}
