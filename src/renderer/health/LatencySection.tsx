import { useState } from 'react'
import { type LatencyLeg, latencyLegs } from '../../shared/latencyLegs.ts'
import type { Environment, Latency } from '../../shared/wireTypes.ts'
import { useAppState, useClient } from '../state/useApp.ts'
import { useLoad } from '../state/useLoad.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Loading } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { countOf, groupDigits } from '../ui/format.ts'
import { Section } from '../ui/Section.tsx'
import { Time } from '../ui/Time.tsx'
import { useSettled } from '../ui/useSettled.ts'
import { LatencyTable } from './LatencyTable.tsx'
import { legNames } from './latencyWords.ts'

/** The report is read anew at most this often, ms. */
const calmMs = 3000

const spans = { all: null, day: 24 * 60 * 60_000, hour: 60 * 60_000 }
type Span = keyof typeof spans
const spanOptions: readonly { id: Span; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'day', label: 'Last 24 hours' },
  { id: 'hour', label: 'Last hour' },
]

/** How long the legs of the way take, in percentiles for each type. */
export function LatencySection({ environment }: { environment: Environment }) {
  const client = useClient()
  const [span, setSpan] = useState<Span>('all')
  const newest = useAppState(({ feed }) => `${feed.epoch} ${feed.window[0]?.id}`)
  const latency = useLoad(
    span,
    async (signal) => {
      const reach = spans[span]
      const since = reach === null ? {} : { since: new Date(Date.now() - reach).toISOString() }
      return client.latency({ environment: environment.id, ...since }, { signal })
    },
    useSettled(newest, calmMs),
  )
  return (
    <Section
      title="Latency"
      lead={`Of ${environment.name}. Half of the deliveries took no longer than the first number, 9 in 10 no longer than the second, 99 in 100 no longer than the third.`}
      actions={<Choice label="Deliveries of" options={spanOptions} value={span} onChange={setSpan} />}
    >
      {latency.data !== undefined && <Report latency={latency.data} />}
      {latency.data === undefined && latency.problem === null && <Loading what="the times" />}
      {latency.problem !== null && (
        <ErrorNote next={<Button onClick={latency.reload}>Try again</Button>}>{latency.problem.message}</ErrorNote>
      )}
    </Section>
  )
}

function Report({ latency }: { latency: Latency }) {
  const [leg, setLeg] = useState<LatencyLeg>('receivedToAnswered')
  const { all, from, to, window, unproven, clocks, meanings } = latency
  if (all.count === 0) {
    return (
      <p className="muted">
        Nothing to measure yet: times are taken of deliveries whose signature is valid.
        {unproven > 0 && ` ${countOf(unproven, 'delivery', 'deliveries')} without proof left out.`}
      </p>
    )
  }
  return (
    <>
      {clocks.map(({ environmentId, note }) => (
        <ErrorNote key={environmentId} look="warn">
          {note}
        </ErrorNote>
      ))}
      <div className="latency-legs">
        <Choice
          label="Leg of the way"
          options={latencyLegs.map((id) => ({ id, label: legNames[id] }))}
          value={leg}
          onChange={setLeg}
        />
      </div>
      <p className="muted">{meanings[leg]}</p>
      <LatencyTable latency={latency} leg={leg} />
      <p className="muted">
        {countOf(all.count, 'delivery', 'deliveries')}
        {from !== null && to !== null && (
          <>
            {' '}
            from <Time at={from} /> to <Time at={to} />
          </>
        )}
        ; at most the newest {groupDigits(window)} are looked at.
        {unproven > 0 &&
          ` ${countOf(unproven, 'delivery', 'deliveries')} left out: nothing proves them, so their times could be anybody's invention.`}
      </p>
    </>
  )
}
