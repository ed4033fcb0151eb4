import { Check, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { Status } from '../../shared/wireTypes.ts'
import { useAppState } from '../state/useApp.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Fact, Facts, Screen, Section } from '../ui/Section.tsx'
import { Time } from '../ui/Time.tsx'
import { healthFacts, type HealthFact } from './healthFacts.ts'
import { LatencySection } from './LatencySection.tsx'
import './Health.css'

/** How the inspector is, and how long the way of deliveries takes. */
export function HealthScreen() {
  const status = useAppState((state) => state.feed.status)
  if (status === null) return null
  return (
    <Screen title="Health" lead="Whether everything works, and how long each leg of a delivery's way takes.">
      <State status={status} />
      <LatencySection key={status.environment.id} environment={status.environment} />
    </Screen>
  )
}

function State({ status }: { status: Status }) {
  const { concerns, lastDeliveryAt } = status.health
  return (
    <Section title="State">
      {concerns.map((concern) => (
        <ErrorNote key={concern} look="warn">
          {concern}
        </ErrorNote>
      ))}
      <Facts>
        {healthFacts(status).map(({ id, name, word, look, note }) => (
          <Fact key={id} name={name} note={note ?? undefined}>
            <span className="health-word" data-look={look}>
              <Sign look={look} />
              {word}
            </span>
          </Fact>
        ))}
        <Fact name="Last delivery">
          {lastDeliveryAt === null ? <span className="muted">none yet</span> : <Time at={lastDeliveryAt} form="ago" />}
        </Fact>
      </Facts>
    </Section>
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
