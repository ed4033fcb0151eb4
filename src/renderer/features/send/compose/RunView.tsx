import type { SendExchange, SendRun } from '../../../../shared/wireTypes.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { formatDuration } from '../../../text/format.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote, Progress } from '../../../ui/notes/Notes.tsx'
import { Fact, Facts, Section } from '../../../ui/layout/Section.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { Answer } from '../workbench/AnswerSide.tsx'
import type { SendRunState } from './useSendRun.ts'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'

/** Progress and results of a run: the answers by status, how long they took, and the last one. */
export function RunView({ run: { view, problem }, onAllow }: { run: SendRunState; onAllow: (host: string) => void }) {
  const why = problem?.why
  return (
    <Section title={words.result}>
      {problem !== null && (
        <ErrorNote
          next={
            why?.code === 'host-not-allowed' && (
              <Button onClick={() => onAllow(why.fields.host)}>{words.allow(why.fields.host)}</Button>
            )
          }
        >
          {problem.message}
        </ErrorNote>
      )}
      {view === null ? problem === null && <p className="muted">{words.noResult}</p> : <Outcome view={view} />}
    </Section>
  )
}

function Outcome({ view }: { view: SendRun }) {
  const { navigation } = useApp()
  const { state, sent, total, summary, toReceiver, last } = view
  return (
    <Stack>
      <div className={styles.progress}>
        <p role="status">
          {words.states[state]} <span className="numbers">{words.progress(sent, total)}</span>
        </p>
        <Progress label={words.progressOf} max={total} value={sent} isWide />
      </div>
      {total > 1 && <Summary summary={summary} />}
      {summary.problems.length > 0 && (
        <Stack gap={1}>
          <h3>{words.problems}</h3>
          <ul className={styles.problems}>
            {summary.problems.map(({ code, message, count }) => (
              <li key={`${code} ${message}`}>
                {total > 1 && <span className="numbers">{words.howOften(count)} </span>}
                {visibleText(message)}
              </li>
            ))}
          </ul>
        </Stack>
      )}
      {last !== null && last.status !== null && <LastAnswer exchange={last} isOnly={total === 1} />}
      {toReceiver && state !== 'running' && (
        <Row>
          <Button onClick={() => navigation.go({ screen: 'inbox', deliveryId: null, filter: '' })}>
            {words.toInbox}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function Summary({ summary: { statuses, latency, perSecond } }: Pick<SendRun, 'summary'>) {
  const sent = statuses.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <DataTable
        label={words.answers}
        rows={statuses}
        rowKey={({ status }) => status ?? 'none'}
        columns={[
          { key: 'status', head: words.status, names: true, cell: ({ status }) => status ?? words.noAnswer },
          { key: 'count', head: words.number, numeric: true, cell: ({ count }) => count },
          {
            key: 'share',
            head: words.share,
            numeric: true,
            cell: ({ count }) => `${Math.round((count * 100) / sent)} %`,
          },
        ]}
      />
      <Facts>
        <Fact name={words.latency}>
          {latency === null
            ? words.noAnswer
            : words.percentiles(formatDuration(latency.p50), formatDuration(latency.p95), formatDuration(latency.p99))}
        </Fact>
        <Fact name={words.rate}>{words.perSecond(perSecond)}</Fact>
      </Facts>
    </>
  )
}

function LastAnswer({ exchange, isOnly }: { exchange: SendExchange; isOnly: boolean }) {
  const { signedWith } = exchange
  return (
    <Stack>
      {!isOnly && <h3>{words.lastAnswer}</h3>}
      <Answer attempt={exchange}>
        <p className="muted">
          {signedWith === null ? words.unsigned : words.signedWith(visibleText(signedWith.label), signedWith.scheme)}
        </p>
      </Answer>
    </Stack>
  )
}
