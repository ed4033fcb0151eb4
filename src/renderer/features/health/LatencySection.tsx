import { useState } from 'react'
import type { Environment } from '../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../data/state/useApp.ts'
import { useLoad } from '../../data/state/useLoad.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Loading } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Section } from '../../ui/Section.tsx'
import { useSettled } from '../../ui/useSettled.ts'
import { latencyWords } from './words.ts'
import { LatencyReport } from './LatencyReport.tsx'

/** The report is read again at most this often, ms. */
const calmMs = 3000

const spans = { all: null, day: 24 * 60 * 60_000, hour: 60 * 60_000 }
type Span = keyof typeof spans
const spanOptions = (['all', 'day', 'hour'] as const).map((id) => ({ id, label: latencyWords.spans[id] }))

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
      title={latencyWords.title}
      lead={latencyWords.lead(environment.name)}
      actions={<Choice label={latencyWords.deliveriesOf} options={spanOptions} value={span} onChange={setSpan} />}
    >
      {latency.data !== undefined && <LatencyReport latency={latency.data} />}
      {latency.data === undefined && latency.problem === null && <Loading what={latencyWords.loading} />}
      {latency.problem !== null && (
        <ErrorNote next={<Button onClick={latency.reload}>{latencyWords.tryAgain}</Button>}>
          {latency.problem.message}
        </ErrorNote>
      )}
    </Section>
  )
}
