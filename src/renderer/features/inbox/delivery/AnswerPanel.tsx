import type { Delivery } from '../../../../shared/wireTypes.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { formatDuration } from '../../../text/format.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { Stack } from '../../../ui/basics/Stack.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import { answerWords as words } from './answerWords.ts'
import styles from './OverviewTab.module.css'

/** An answer other than 200, and the sender's next steps. */
export function AnswerPanel({ delivery }: { delivery: Delivery }) {
  const { answer, senderTries } = delivery
  return (
    <section className={tabsStyles.group} aria-label={words.title}>
      <h3>{answer?.by?.name ?? words.title}</h3>
      <Stack gap={3}>
        {answer?.remarks.map(({ message }) => (
          <ErrorNote key={message} look="warn">
            {message}
          </ErrorNote>
        ))}
        {answer?.by != null && <Answer answer={answer} />}
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
      <h4>{words.next}</h4>
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
