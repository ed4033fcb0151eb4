import { useNow, Time } from '../../../ui/basics/Time.tsx'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { Check, CircleX, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Environment, ForwardRule, Status } from '../../../../shared/wireTypes.ts'
import { concernSentence } from '../../../../shared/words/health.ts'
import type { Concern } from '../../../../shared/codes/health.ts'
import { useApp, useAppState, useClient, useIsStale } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Choice } from '../../../ui/fields/Form.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Columns, Fact, Facts, Screen, Section } from '../../../ui/layout/Section.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { SkippedFollowUps } from '../../environment/connection/SkippedFollowUps.tsx'
import { minMeasured } from './LatencyChart.tsx'
import { LatencyReport } from './LatencyReport.tsx'
import { type HealthFact, healthFacts } from './healthFacts.ts'
import { healthWords, latencyWords } from './words.ts'
import styles from './Health.module.css'
import { ChartFrame } from '../charts/ChartFrame.tsx'
import { rateRangeIds, storedRange, storeRange } from '../charts/rateRanges.ts'
import { RateReadout, RateView } from '../charts/RateView.tsx'
import { useRate } from '../charts/useRate.ts'
import { sumCounts } from '../charts/stackRate.ts'
import { VerdictShares } from '../charts/VerdictShares.tsx'
import { noFilter } from '../../../../shared/filter/deliveryFilter.ts'
import { rateRangeWords, rateWords } from '../charts/words.ts'
import chartsStyles from '../charts/Charts.module.css'

/** How the inspector is, and how long the way of deliveries takes. */
export function HealthScreen() {
  const status = useAppState((state) => state.feed.status)
  if (status === null) return null
  return (
    <Screen title={healthWords.title} lead={healthWords.lead}>
      <Columns side={<LatencySection key={status.environment.id} environment={status.environment} />}>
        <State status={status} />
        <RateSection key={`rate ${status.environment.id}`} environment={status.environment} />
      </Columns>
    </Screen>
  )
}

/** Problems that no row below is about. */
const withoutRow: ReadonlySet<string> = new Set(['counts-unreadable', 'disk-nearly-full'] satisfies Concern['code'][])

function State({ status }: { status: Status }) {
  const environments = useAppState((state) => state.feed.environments)
  const { remarks, lastDeliveryAt, followUps } = status.health
  const ofLastFailed = environments.find(({ id }) => id === followUps.lastFailedEnvironmentId)
  const rules = useRules(status.environment.id)
  const facts = healthFacts(status, environments, rules)
  const { navigation } = useApp()
  // All others are shown in a row of their own, and count once.
  const others = remarks.filter(({ code }) => withoutRow.has(code)).map(concernSentence)
  return (
    <Section title={healthWords.state}>
      <Verdict facts={facts} concerns={others.length} lastDeliveryAt={lastDeliveryAt} />
      {others.map((concern) => (
        <ErrorNote key={concern} look="warn">
          {concern}
        </ErrorNote>
      ))}
      <Facts>
        {facts.map(({ id, name, word, look, note, screen }) => (
          <Fact key={id} name={name} note={note ?? undefined}>
            <span className={styles.word} data-look={look}>
              <Sign look={look} />
              {screen === undefined ? word : <a href={navigation.href({ screen, deliveryId: null })}>{word}</a>}
            </span>
          </Fact>
        ))}
        <Fact name={healthWords.lastDelivery}>
          {lastDeliveryAt === null ? (
            <span className="muted">{healthWords.noneYet}</span>
          ) : (
            <Time at={lastDeliveryAt} form="ago" />
          )}
        </Fact>
      </Facts>
      <SkippedFollowUps />
      {ofLastFailed !== undefined && followUps.lastFailed !== null && (
        <RunFailed environment={ofLastFailed} lastFailed={followUps.lastFailed} />
      )}
    </Section>
  )
}

/** The forwarding rules of an environment, with the state that they have now; undefined while they are loaded. */
function useRules(id: string): ForwardRule[] | undefined {
  const client = useClient()
  const version = useAppState((state) => state.feed.forwardingChanges)
  return useLoad(`forwarding:${id}`, async () => client.forwarding.rules({ id }), String(version)).data?.rules
}

/** All lines below in one: nothing needs attention, or how many lines do. */
function Verdict({
  facts,
  concerns,
  lastDeliveryAt,
}: {
  facts: readonly HealthFact[]
  /** Number of problems above the lines. */
  concerns: number
  lastDeliveryAt: string | null
}) {
  const isStale = useIsStale()
  const count = facts.filter(({ look }) => look === 'warn' || look === 'bad').length + concerns
  const look = isStale ? 'plain' : count === 0 ? 'good' : 'warn'
  return (
    <p className={styles.verdict} data-look={look}>
      {look === 'good' && <Seal verdict="valid" size={20} />}
      <span role="status">
        {isStale ? healthWords.lastKnown : count === 0 ? healthWords.allGood : healthWords.needAttention(count)}
      </span>
      {look === 'good' && (
        <span className={`muted ${styles.verdictTime}`}>
          {lastDeliveryAt !== null && (
            <>
              {healthWords.lastCame} <Time at={lastDeliveryAt} form="ago" />
            </>
          )}
        </span>
      )}
    </p>
  )
}

function Sign({ look }: Pick<HealthFact, 'look'>) {
  switch (look) {
    case 'good':
      return <Check aria-hidden="true" />
    case 'warn':
      return <TriangleAlert aria-hidden="true" />
    case 'bad':
      return <CircleX aria-hidden="true" />
    case 'plain':
      return <Info aria-hidden="true" />
  }
}

/**
 * Runs all that failed once more, for when the credentials are right now or the service is back: in the environment of the
 * delivery that it names.
 */
function RunFailed({ environment, lastFailed }: { environment: Environment; lastFailed: string }) {
  const { navigation } = useApp()
  const client = useClient()
  const run = useCall(async () => client.environments.runFailedFollowUps({ id: environment.id }))
  const mayGoOn = useProductionGuard()
  const runAsked = async () => {
    if (await mayGoOn(environment, productionWords.run)) await run.run()
  }
  return (
    <div className={styles.failed}>
      <Button busy={run.busy} onClick={() => void runAsked()}>
        {healthWords.runFailed(environment.name)}
      </Button>
      <a href={navigation.href({ screen: 'inbox', deliveryId: lastFailed, tab: 'object', filter: '' })}>
        {healthWords.openFailed(lastFailed, visibleText(environment.name))}
      </a>
      <p role="status" className="muted">
        {run.answer !== undefined && healthWords.ranFailed(run.answer.waiting)}
      </p>
      {run.problem !== null && <ErrorNote>{run.problem.message}</ErrorNote>}
    </div>
  )
}

/** The report is read again at most this often, ms. */
const calmMs = 3000

const spans = { all: null, day: 24 * 60 * 60_000, hour: 60 * 60_000 }
type Span = keyof typeof spans
const spanOptions = (['all', 'day', 'hour'] as const).map((id) => ({ id, label: latencyWords.spans[id] }))

/** How long the legs of the way take, in percentiles for each type. */
function LatencySection({ environment }: { environment: Environment }) {
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
      lead={latencyWords.lead(environment.name, minMeasured)}
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

const rangeOptions = rateRangeIds.map((id) => ({ id, label: rateRangeWords[id].short }))

/** How many deliveries came when, and of which verdict. */
function RateSection({ environment }: { environment: Environment }) {
  const [range, setRange] = useState(storedRange)
  const [pointed, setPointed] = useState<{ first: number; last: number } | null>(null)
  const now = useNow(60_000)
  const rate = useRate(environment.id, range, noFilter)
  const choose = (next: typeof range) => {
    storeRange(next)
    setRange(next)
    setPointed(null)
  }
  const { shown } = rate
  const view = (asTable: boolean) => (
    <RateView rate={rate} range={range} asTable={asTable} height={160} now={now} onPoint={setPointed} />
  )
  return (
    <Section title={rateWords.title} lead={rateWords.lead(environment.name)}>
      <ChartFrame
        choices={<Choice label={rateWords.range} options={rangeOptions} value={range} onChange={choose} />}
        table={view(true)}
        tableIs="instead"
      >
        <div className={chartsStyles.rateLarge}>
          {shown !== undefined && (
            <RateReadout rate={shown} range={rateRangeWords[range].short} pointed={pointed} now={now} />
          )}
          {view(false)}
        </div>
      </ChartFrame>
      {shown !== undefined && (
        <VerdictShares
          counts={sumCounts(shown.spans)}
          range={rateRangeWords[range].long}
          within={`after:${new Date(shown.first * shown.stepMs).toISOString()}`}
        />
      )}
    </Section>
  )
}
