import { useState } from 'react'
import { type LatencyLeg, latencyLegs } from '../../shared/latencyLegs.ts'
import type { Latency } from '../../shared/wireTypes.ts'
import { Choice } from '../ui/Choice.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Time } from '../ui/Time.tsx'
import { latencyWords, legNames } from '../words/health.ts'
import { LatencyChart } from './LatencyChart.tsx'
import { LatencyKey } from './LatencyKey.tsx'
import { latencyRows, legRows } from './latencyRows.ts'
import { commonScale } from './latencyScale.ts'
import { LatencyTable } from './LatencyTable.tsx'

const legOptions = latencyLegs.map((id) => ({ id, label: legNames[id] }))

/** The legs of the way beside each other, and one of them by type, as charts on one scale and as numbers. */
export function LatencyReport({ latency }: { latency: Latency }) {
  const [leg, setLeg] = useState<LatencyLeg>('receivedToAnswered')
  const { all, unproven, clocks, meanings } = latency
  if (all.count === 0) {
    return (
      <p className="muted">
        {latencyWords.nothing} {unproven > 0 && latencyWords.unprovenShort(unproven)}
      </p>
    )
  }
  const legs = legRows(latency)
  const types = latencyRows(latency, leg)
  const scale = commonScale([legs, types])
  const showsLimit = leg === 'receivedToAnswered'
  return (
    <>
      {clocks.map(({ environmentId, note }) => (
        <ErrorNote key={environmentId} look="warn">
          {note}
        </ErrorNote>
      ))}
      <div className="latency">
        <h3>{latencyWords.legs}</h3>
        <LatencyChart
          label={latencyWords.legs}
          keys={latencyWords.legsKeys}
          rows={legs}
          scale={scale}
          showsLimit
          chosen={leg}
          onChoose={(row) => setLeg(latencyLegs.find((known) => known === row.id) ?? leg)}
        />
        <LatencyKey showsLimit />
      </div>
      <div className="chart-choices">
        <Choice label={latencyWords.leg} options={legOptions} value={leg} onChange={setLeg} />
      </div>
      <p className="muted">{meanings[leg]}</p>
      <div className="latency">
        <h3>{latencyWords.types(legNames[leg])}</h3>
        <LatencyChart
          label={latencyWords.types(legNames[leg])}
          keys={latencyWords.typesKeys}
          rows={types}
          scale={scale}
          showsLimit={showsLimit}
        />
        <LatencyTable rows={types} leg={leg} />
      </div>
      <Reach latency={latency} />
    </>
  )
}

/** Of which deliveries the times are. */
function Reach({ latency: { all, from, to, window, unproven } }: { latency: Latency }) {
  return (
    <p className="muted">
      {latencyWords.counted(all.count)}
      {from !== null && to !== null && (
        <>
          {' '}
          {latencyWords.from} <Time at={from} /> {latencyWords.to} <Time at={to} />
        </>
      )}
      ; {latencyWords.window(window)} {unproven > 0 && latencyWords.unproven(unproven)}
    </p>
  )
}
