import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { Concern } from '../../../../shared/codes/health.ts'
import type { Environment, Status } from '../../../../shared/wireTypes.ts'
import { concernSentence } from '../../../../shared/words/health.ts'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { useApp, useAppState, useCalls, useIsStale } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { Columns, Fact, Facts, Screen, Section } from '../../../ui/layout/Section.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { SkippedFollowUps } from '../../environment/connection/RepairCredentials.tsx'
import { RateSection } from '../charts/RateSection.tsx'
import { type HealthFact, healthFacts } from './healthFacts.ts'
import { LatencySection } from './LatencySection.tsx'
import { healthWords } from './words.ts'
import styles from './Health.module.css'

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
  const rules = useQuery(useCalls().forwarding.rules.queryOptions({ input: { id: status.environment.id } }))
  const facts = healthFacts(status, environments, rules.data?.rules)
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
  const run = useMutation(useCalls().environments.runFailedFollowUps.mutationOptions())
  const mayGoOn = useProductionGuard()
  const runAsked = async () => {
    if (await mayGoOn(environment, productionWords.run)) run.mutate({ id: environment.id })
  }
  return (
    <div className={styles.failed}>
      <Button busy={run.isPending} onClick={() => void runAsked()}>
        {healthWords.runFailed(environment.name)}
      </Button>
      <a href={navigation.href({ screen: 'inbox', deliveryId: lastFailed, tab: 'object', filter: '' })}>
        {healthWords.openFailed(lastFailed, visibleText(environment.name))}
      </a>
      <p role="status" className="muted">
        {run.data !== undefined && healthWords.ranFailed(run.data.waiting)}
      </p>
      {run.error !== null && <ErrorNote>{run.error.message}</ErrorNote>}
    </div>
  )
}
