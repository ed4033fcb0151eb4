import { useState } from 'react'
import type { Tunnel, TunnelProvider } from '../../shared/wireTypes.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { Table } from '../ui/Table.tsx'
import { Time } from '../ui/Time.tsx'
import { useNow } from '../ui/useNow.ts'
import { stateWords, tunnelWords } from '../words/tunnel.ts'
import { HistoryTimeline } from './HistoryTimeline.tsx'
import { TunnelSign } from './TunnelSign.tsx'
import { lengthWords } from './tunnelWords.ts'

interface TunnelHistoryProps {
  history: Tunnel['history']
  providers: readonly TunnelProvider[]
}

const shownAtFirst = 12

/** What became of the tunnel: when, why, how long. Kept over restarts. */
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
      <Table label={tunnelWords.historyTable} head={tunnelWords.historyHead}>
        {shown.map((entry) => (
          <tr key={entry.place}>
            <td className="history-when">
              <Time at={entry.at} />
            </td>
            <th scope="row">
              <span className="history-state">
                <TunnelSign state={entry.state} />
                {stateWords[entry.state].word}
              </span>
            </th>
            <td className="history-through">
              {labels.get(entry.provider) ?? entry.provider}
              {entry.publicUrl !== null && <code className="history-url">{entry.publicUrl}</code>}
            </td>
            <td className="history-why">{entry.reason ?? <span className="muted">{tunnelWords.noReason}</span>}</td>
            <td className="numbers history-length">{lengthWords(entry, now)}</td>
          </tr>
        ))}
      </Table>
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
