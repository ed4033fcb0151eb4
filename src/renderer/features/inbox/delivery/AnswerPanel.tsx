import { useMutation } from '@tanstack/react-query'
import type { Delivery, Attempt } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { formatDuration } from '../../../text/format.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote, DoneNote } from '../../../ui/notes/Notes.tsx'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { Stack, Row, Button } from '../../../ui/basics/Button.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import { answerWords as words, handshakeWords } from './words.ts'
import styles from './DeliveryPane.module.css'
import { checkWords } from '../../../../shared/words/handshakes.ts'

/** An answer other than 200, and the sender's next steps. */
export function AnswerPanel({ delivery }: { delivery: Delivery }) {
  const { answer, senderTries } = delivery
  const title = answer === undefined ? words.next : (answer.by?.name ?? words.title)
  return (
    <section className={tabsStyles.group} aria-label={answer === undefined ? words.next : words.title}>
      <h3>{title}</h3>
      <Stack gap={3}>
        {answer?.remarks.map(({ message }) => (
          <ErrorNote key={message} look="warn">
            {message}
          </ErrorNote>
        ))}
        {answer?.by != null && <Answer answer={answer} />}
        {senderTries != null && answer !== undefined && <h4>{words.next}</h4>}
        {senderTries != null && <Tries own={delivery.id} tries={senderTries} />}
      </Stack>
    </section>
  )
}

function Answer({ answer }: { answer: NonNullable<Delivery['answer']> }) {
  const { status, headers, body, delayMs, nth, ending } = answer
  return (
    <Facts>
      <Fact name={words.answer} note={nth === null ? undefined : words.nth(nth)}>
        <span className="numbers">{status}</span>
        {headers.map(([name, value]) => (
          <code key={`${name} ${value}`} className={styles.answer}>
            {name}: {visibleText(value)}
          </code>
        ))}
        {body !== '' && <code className={styles.answer}>{visibleText(body)}</code>}
      </Fact>
      {delayMs > 0 && <Fact name={words.delay}>{formatDuration(delayMs)}</Fact>}
      <Fact name={words.ending}>{words.endings[ending]}</Fact>
    </Facts>
  )
}

type SenderTries = NonNullable<Delivery['senderTries']>

function Tries({ own, tries: { tries, schedule } }: { own: string; tries: SenderTries }) {
  const { navigation } = useApp()
  const isLast = tries.at(-1)?.deliveryId === own
  return (
    <>
      <DataTable
        label={words.next}
        rows={tries}
        rowKey={({ deliveryId }) => deliveryId}
        columns={[
          {
            key: 'at',
            head: words.came,
            names: true,
            cell: ({ deliveryId, receivedAt }) =>
              deliveryId === own ? (
                <Time at={receivedAt} />
              ) : (
                <a href={navigation.href({ screen: 'inbox', deliveryId })}>
                  <Time at={receivedAt} />
                </a>
              ),
          },
          {
            key: 'after',
            head: words.after,
            numeric: true,
            cell: ({ afterMs }) => (afterMs === null ? '' : formatDuration(afterMs)),
          },
          ...(schedule === null
            ? []
            : [
                {
                  key: 'expected',
                  head: words.documented,
                  cell: ({ expectedMs, fit }: SenderTries['tries'][number]) =>
                    expectedMs === null || fit === null ? '' : words.fit[fit](formatDuration(expectedMs)),
                },
              ]),
          {
            key: 'answer',
            head: words.answered,
            numeric: true,
            cell: ({ answeredStatus }) => answeredStatus || words.none,
          },
        ]}
      />
      {isLast && <p className="muted">{words.nothingSince}</p>}
      {schedule !== null && (
        <p className="muted">
          {words.schedule(
            schedule.waits.map((wait) => formatDuration(wait * 1000)),
            schedule.source,
            schedule.evidence === 'documented',
          )}
        </p>
      )}
    </>
  )
}

type Handshake = NonNullable<Delivery['handshakeDetail']>

/** A handshake request: its checks, its answer, and the open decision of the user. */
export function HandshakePanel({ delivery, handshake }: { delivery: Delivery; handshake: Handshake }) {
  const { label, outcome, checked, problem, answer, offered } = handshake
  return (
    <section className={tabsStyles.group} aria-label={handshakeWords.title}>
      <h3>{label}</h3>
      <Stack gap={3}>
        {problem === null ? <p>{handshakeWords.outcome[outcome]}</p> : <ErrorNote look="warn">{problem}</ErrorNote>}
        <Facts>
          {checked.length > 0 && (
            <Fact name={handshakeWords.checked}>{checked.map((check) => checkWords[check]).join(', ')}</Fact>
          )}
          <Fact name={handshakeWords.answered}>
            <HandshakeAnswer status={delivery.answeredStatus} answer={answer} />
          </Fact>
        </Facts>
        {offered !== null && <Offered environmentId={delivery.environmentId} offered={offered} />}
        {outcome === 'to-confirm' && <Confirm id={delivery.id} attempts={delivery.attempts} />}
      </Stack>
    </section>
  )
}

function HandshakeAnswer({ status, answer }: { status: number; answer: Handshake['answer'] }) {
  const shown = (answer?.headers ?? []).filter(([name]) => !usual.has(name.toLowerCase()))
  return (
    <>
      <span className="numbers">{status}</span>
      {(answer === null || answer.body === '') && shown.length === 0 && <> {handshakeWords.emptyBody}</>}
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
  const waits = useAppState((state) =>
    state.feed.environments
      .find(({ id }) => id === environmentId)
      ?.handshakes.offered.some(({ id }) => id === offered.id),
  )
  const decide = useMutation(useCalls().environments.decideOffered.mutationOptions())
  const answer = (accept: boolean) => decide.mutate({ id: environmentId, secretId: offered.id, accept })
  if (decide.isSuccess && decide.variables.accept) return <DoneNote>{handshakeWords.accepted}</DoneNote>
  if (waits !== true) return null
  return (
    <Stack gap={2}>
      <p>{handshakeWords.offered(offered.fingerprint)}</p>
      <Row gap={2}>
        <Button look="primary" busy={decide.isPending} onClick={() => answer(true)}>
          {handshakeWords.accept}
        </Button>
        <Button busy={decide.isPending} onClick={() => answer(false)}>
          {handshakeWords.drop}
        </Button>
      </Row>
      {decide.error !== null && <ErrorNote>{decide.error.message}</ErrorNote>}
    </Stack>
  )
}

/** The address that confirms a subscription is fetched by a click only. */
function Confirm({ id, attempts }: { id: string; attempts: readonly Attempt[] }) {
  const confirm = useMutation(useCalls().deliveries.confirmSubscription.mutationOptions())
  const last = confirm.data ?? attempts.findLast(({ kind }) => kind === 'confirmation')
  if (last?.status === 200) return <DoneNote fresh={confirm.isSuccess}>{handshakeWords.confirmed}</DoneNote>
  return (
    <Stack gap={2}>
      <p className="muted">{handshakeWords.confirmNote}</p>
      <Row gap={2}>
        <Button look="primary" busy={confirm.isPending} onClick={() => confirm.mutate({ id })}>
          {handshakeWords.confirm}
        </Button>
      </Row>
      {last !== undefined && (
        <ErrorNote>{last.error?.message ?? handshakeWords.notConfirmed(last.status ?? 0)}</ErrorNote>
      )}
      {confirm.error !== null && <ErrorNote>{confirm.error.message}</ErrorNote>}
    </Stack>
  )
}
