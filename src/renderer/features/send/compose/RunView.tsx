import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeliverySummary } from '../../../../shared/model.ts'
import type { SendExchange, SendInput, SendRun } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { type Problem, problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { formatDuration } from '../../../text/format.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote, Progress } from '../../../ui/notes/Notes.tsx'
import { Fact, Facts, Section } from '../../../ui/layout/Section.tsx'
import { Answer, Arrived } from '../workbench/AnswerSide.tsx'
import { arrivedSince } from '../workbench/requestDraft.ts'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'

export interface SendRunState {
  view: SendRun | null
  /** It is being started or is under way. */
  busy: boolean
  /** Why nothing was sent, or why its progress cannot be read. */
  problem: Problem | null
  /** The newest delivery that the page knew when the run began. */
  after: string
  start: (input: SendInput) => Promise<void>
  cancel: () => Promise<void>
}

/** Starts a run and follows it: the engine answers as soon as more of it is over. */
export function useSendRun(): SendRunState {
  const { client, store } = useApp()
  const [state, setState] = useState<Pick<SendRunState, 'view' | 'busy' | 'problem' | 'after'>>(idle)
  const abort = useRef<AbortController | null>(null)
  const started = useRef<Promise<string> | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const start = useCallback(
    async (input: SendInput) => {
      const mine = new AbortController()
      abort.current?.abort()
      abort.current = mine
      const after = store.getState().feed.window[0]?.id ?? '0'
      setState({ view: null, busy: true, problem: null, after })
      try {
        started.current = client.sends.start(input).then(({ run }) => run)
        const run = await started.current
        let view = await client.sends.get({ run })
        while (!mine.signal.aborted && view.state === 'running') {
          setState({ view, busy: true, problem: null, after })
          view = await client.sends.get({ run, after: view.sent }, { signal: mine.signal })
        }
        if (!mine.signal.aborted) setState({ view, busy: false, problem: null, after })
      } catch (error) {
        if (mine.signal.aborted) return
        setState((now) => ({ ...now, busy: false, problem: problemOf(error, wireWords.lostChange) }))
      }
    },
    [client, store],
  )
  const cancel = useCallback(async () => {
    // Also before the engine has said which run it is.
    const run = await started.current?.catch(() => undefined)
    if (run !== undefined) await client.sends.cancel({ run }).catch(() => undefined)
  }, [client])
  return { ...state, start, cancel }
}

const idle = { view: null, busy: false, problem: null, after: '0' }

/** Progress and results of a run: the answers by status, how long they took, and the last one. */
export function RunView({ run, onAllow }: { run: SendRunState; onAllow: (host: string) => void }) {
  const { view, problem, after } = run
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
      {view === null ? (
        problem === null && <p className="muted">{run.busy ? words.states.running : words.noResult}</p>
      ) : (
        <Outcome key={view.run} view={view} after={after} />
      )}
    </Section>
  )
}

function Outcome({ view, after }: { view: SendRun; after: string }) {
  const { navigation } = useApp()
  const { state, sent, total, summary, toReceiver, last } = view
  const arrived = useAppState(({ feed }) =>
    toReceiver && total === 1 && last !== null ? arrivedSince(feed.window, after, last) : null,
  )
  const isOneAnswer = total === 1 && last !== null && last.status !== null
  return (
    <Stack>
      {/* The one answer speaks for itself. */}
      {!isOneAnswer && (
        <div>
          <p role="status">
            {words.states[state]} <span className="numbers">{words.progress(sent, total)}</span>
          </p>
          <Progress label={words.progressOf} max={total} value={sent} isWide />
        </div>
      )}
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
      {last !== null && last.status !== null && <LastAnswer exchange={last} isOnly={total === 1} arrived={arrived} />}
      {toReceiver && state !== 'running' && (
        <Row>
          <Button
            onClick={() =>
              navigation.go({ screen: 'inbox', deliveryId: arrived?.id ?? null, tab: 'overview', filter: '' })
            }
          >
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

interface LastAnswerProps {
  exchange: SendExchange
  isOnly: boolean
  /** The delivery that it became, if that is known. */
  arrived: DeliverySummary | null
}

function LastAnswer({ exchange, isOnly, arrived }: LastAnswerProps) {
  const { signedWith } = exchange
  const signed =
    signedWith === null ? words.unsigned : words.signedWith(visibleText(signedWith.label), signedWith.scheme)
  return (
    <Stack>
      {!isOnly && <h3>{words.lastAnswer}</h3>}
      <Answer
        attempt={exchange}
        head={
          <Arrived arrived={arrived}>
            {(arrived === null || signedWith !== null) && <span className="muted">{signed}</span>}
          </Arrived>
        }
      />
    </Stack>
  )
}
