import { checkWords } from '../../../../shared/words/handshakes.ts'
import type { Attempt, Delivery } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { handshakeWords as words } from './words.ts'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import styles from './OverviewTab.module.css'

type Handshake = NonNullable<Delivery['handshakeDetail']>

/** A handshake request: its checks, its answer, and the open decision of the user. */
export function HandshakePanel({ delivery, handshake }: { delivery: Delivery; handshake: Handshake }) {
  const { label, outcome, checked, problem, answer, offered } = handshake
  return (
    <section className={tabsStyles.group} aria-label={words.title}>
      <h3>{label}</h3>
      <Stack gap={3}>
        {problem === null ? <p>{words.outcome[outcome]}</p> : <ErrorNote look="warn">{problem}</ErrorNote>}
        <Facts>
          {checked.length > 0 && (
            <Fact name={words.checked}>{checked.map((check) => checkWords[check]).join(', ')}</Fact>
          )}
          <Fact name={words.answered}>
            <Answer status={delivery.answeredStatus} answer={answer} />
          </Fact>
        </Facts>
        {offered !== null && <Offered environmentId={delivery.environmentId} offered={offered} />}
        {outcome === 'to-confirm' && <Confirm id={delivery.id} attempts={delivery.attempts} />}
      </Stack>
    </section>
  )
}

function Answer({ status, answer }: { status: number; answer: Handshake['answer'] }) {
  const shown = (answer?.headers ?? []).filter(([name]) => !usual.has(name.toLowerCase()))
  return (
    <>
      <span className="numbers">{status}</span>
      {(answer === null || answer.body === '') && shown.length === 0 && <> {words.emptyBody}</>}
      {answer !== null && answer.body !== '' && <code className={styles.answer}>{visibleText(answer.body)}</code>}
      {shown.map(([name, value]) => (
        <code key={name} className={styles.answer}>
          {name}: {visibleText(value)}
        </code>
      ))}
    </>
  )
}

/** Headers that every answer with a body has. */
const usual = new Set(['content-type', 'x-content-type-options', 'cache-control'])

interface OfferedProps {
  environmentId: string
  offered: NonNullable<Handshake['offered']>
}

/** A secret that the handshake brought: it counts once it is accepted. */
function Offered({ environmentId, offered }: OfferedProps) {
  const client = useClient()
  const waits = useAppState((state) =>
    state.feed.environments
      .find(({ id }) => id === environmentId)
      ?.handshakes.offered.some(({ id }) => id === offered.id),
  )
  const decide = useCall(async (accept: boolean) => {
    await client.environments.decideOffered({ id: environmentId, secretId: offered.id, accept })
    return accept
  })
  if (decide.answer === true) return <DoneNote>{words.accepted}</DoneNote>
  if (waits !== true) return null
  return (
    <Stack gap={2}>
      <p>{words.offered(offered.fingerprint)}</p>
      <Row gap={2}>
        <Button look="primary" busy={decide.busy} onClick={() => void decide.run(true)}>
          {words.accept}
        </Button>
        <Button busy={decide.busy} onClick={() => void decide.run(false)}>
          {words.drop}
        </Button>
      </Row>
      {decide.problem !== null && <ErrorNote>{decide.problem.message}</ErrorNote>}
    </Stack>
  )
}

/** The address that confirms a subscription is fetched by a click only. */
function Confirm({ id, attempts }: { id: string; attempts: readonly Attempt[] }) {
  const client = useClient()
  const confirm = useCall(async () => client.deliveries.confirmSubscription({ id }))
  const last = confirm.answer ?? attempts.findLast(({ kind }) => kind === 'confirmation')
  if (last?.status === 200) return <DoneNote fresh={confirm.answer !== undefined}>{words.confirmed}</DoneNote>
  return (
    <Stack gap={2}>
      <p className="muted">{words.confirmNote}</p>
      <Row gap={2}>
        <Button look="primary" busy={confirm.busy} onClick={() => void confirm.run()}>
          {words.confirm}
        </Button>
      </Row>
      {last !== undefined && <ErrorNote>{last.error?.message ?? words.notConfirmed(last.status ?? 0)}</ErrorNote>}
      {confirm.problem !== null && <ErrorNote>{confirm.problem.message}</ErrorNote>}
    </Stack>
  )
}
