import { useCallback, useEffect, useRef, useState } from 'react'
import { byGroup, findingsOf, gradeOf, groupTitles, unknownOf } from '../../../shared/checkGrades.ts'
import type { CheckGroup, CheckReport, CheckSummary, Environment } from '../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../data/state/useApp.ts'
import { useCall, useLoad } from '../../data/state/calls.ts'
import { formatMoment } from '../../text/format.ts'
import { Button } from '../../ui/basics/Button.tsx'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { ErrorNote, Progress } from '../../ui/notes/Notes.tsx'
import { Columns, Fact, Facts, Screen, Section } from '../../ui/layout/Section.tsx'
import { Row, Stack } from '../../ui/basics/Stack.tsx'
import { Time } from '../../ui/basics/Time.tsx'
import { CheckBoard, GradeMark } from './CheckBoard.tsx'
import { CheckForm } from './CheckForm.tsx'
import { changesSince, runBefore } from './changesSince.ts'
import { useCheck } from './useCheck.ts'
import { checkWords, stateWords } from './words.ts'
import styles from './Check.module.css'

/** Grades the user's own handler: what is sent, what came back, and what to change. */
export function CheckScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  const template = useAppState(({ route }) => route.deliveryId)
  if (environment === undefined) return null
  return (
    <Screen title={checkWords.title} lead={checkWords.lead}>
      <Checks key={`${environment.id} ${template}`} environment={environment} template={template} />
    </Screen>
  )
}

function Checks({ environment, template }: { environment: Environment; template: string | null }) {
  const client = useClient()
  const [round, setRound] = useState(0)
  const history = useLoad('checks', async () => client.checks.list(), String(round))
  const runs = history.data?.items ?? []
  const { report, problem, follow, replace } = useCheck(useCallback(() => setRound((now) => now + 1), []))
  const newest = history.data?.items[0]
  const [asked, setAsked] = useState(0)
  const show = (check: string) => {
    setAsked((times) => times + 1)
    follow(check)
  }
  useEffect(() => {
    // Back on the screen, the newest run is shown, also while it still runs.
    if (report === null && newest !== undefined) follow(newest.check)
  }, [report, newest, follow])
  const start = useCall(async (input: Parameters<typeof client.checks.start>[0]) => {
    const { check } = await client.checks.start(input)
    show(check)
    // Also one that has ended by now, as where nothing listens.
    setRound((now) => now + 1)
    return check
  })
  const cancel = useCall(async (check: string) => replace(await client.checks.cancel({ check })))
  const isRunning = report?.state === 'running'
  const failure = start.problem ?? cancel.problem ?? problem ?? history.problem
  if (history.data === undefined && history.problem === null) return null
  const note = failure !== null && <ErrorNote>{failure.message}</ErrorNote>
  return (
    <Columns
      side={
        // The form keeps its place in the tree when the first result comes, and so what was typed, and the focus.
        <>
          <Section title={checkWords.handler}>
            {report === null && note}
            <CheckForm
              environment={environment}
              lastUrl={newest?.url ?? ''}
              template={template}
              busy={start.busy || isRunning}
              onStart={(input) => void start.run(input)}
            />
          </Section>
          <Section title={checkWords.history}>
            <History runs={runs} shown={report?.check} onShow={show} />
          </Section>
        </>
      }
    >
      {report === null ? (
        <Section title={checkWords.graded}>
          <Facts>
            {groups.map((group) => (
              <Fact key={group} name={groupTitles[group]}>
                {checkWords.groups[group]}
              </Fact>
            ))}
          </Facts>
        </Section>
      ) : (
        <Section title={checkWords.result}>
          <Stack>
            {note}
            <RunHead
              key={report.check}
              report={report}
              before={runBefore(report, runs)}
              asked={asked}
              onCancel={() => void cancel.run(report.check)}
            />
            <CheckBoard report={report} before={runBefore(report, runs)} />
          </Stack>
        </Section>
      )}
    </Columns>
  )
}

const groups = Object.keys(groupTitles) as CheckGroup[]

interface RunHeadProps {
  report: CheckReport
  /** The run before, of the same handler; null where there is none. */
  before: CheckSummary | null
  /** Counts the runs that the user asked for: each time its head is scrolled to, which is far from the button on narrow windows, and has the focus. */
  asked: number
  onCancel: () => void
}

function RunHead({ report, before, asked, onCancel }: RunHeadProps) {
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked === 0) return
    head.current?.scrollIntoView({ block: 'nearest' })
    // A user who starts it out of a field goes on typing there.
    if (document.activeElement?.matches('input, select') !== true) head.current?.focus({ preventScroll: true })
  }, [asked])
  const passed = report.results.filter(({ outcome }) => outcome === 'pass').length
  const unknown = unknownOf(report.results).length
  const changes = before === null || report.state !== 'done' ? null : changesSince(report, before)
  return (
    <div ref={head} className={styles.head} role="group" aria-label={checkWords.resultOf(report.url)} tabIndex={-1}>
      <Stack gap={2}>
        <Row>
          <code className={styles.url}>{report.url}</code>
          <span className="muted">
            {report.scheme} · <Time at={report.startedAt} form="moment" />
          </span>
        </Row>
        {report.state === 'running' ? (
          <Row>
            <Progress label={checkWords.progress(report)} value={report.done} max={report.of} />
            <span className="numbers">{checkWords.progress(report)}</span>
            <Button onClick={onCancel}>{checkWords.cancel}</Button>
          </Row>
        ) : (
          <div role="status" className={styles.card}>
            {report.grade !== null && <GradeMark title={checkWords.overall} grade={report.grade} large />}
            <div>
              <p>{checkWords.counts(passed, findingsOf(report.results).length, unknown)}</p>
              {changes !== null && <p>{checkWords.since(changes.fixed.size, changes.fresh.size)}</p>}
              <p className="muted">{checkWords.ended(report)}</p>
            </div>
          </div>
        )}
        {report.stopped !== null && (
          <ErrorNote look={report.state === 'cancelled' ? 'warn' : 'bad'}>{report.stopped}</ErrorNote>
        )}
        {report.state === 'done' && isUncounted(report) && (
          <p className="muted">
            {checkWords.forEffects} <code>{checkWords.effectsCommand}</code>
          </p>
        )}
      </Stack>
    </div>
  )
}

/** Whether repetitions say nothing for want of a count. */
function isUncounted({ results }: CheckReport): boolean {
  return results.some(({ group, outcome }) => group === 'repeats' && outcome === 'inconclusive')
}

interface HistoryProps {
  runs: readonly CheckSummary[]
  /** The run on the screen. */
  shown: string | undefined
  onShow: (check: string) => void
}

function History({ runs, shown, onShow }: HistoryProps) {
  return (
    <DataTable
      label={checkWords.list}
      columns={[
        {
          key: 'when',
          head: checkWords.when,
          names: true,
          cell: ({ startedAt }) => <Time at={startedAt} form="moment" />,
        },
        { key: 'url', head: checkWords.target, mono: true, className: styles.target, cell: ({ url }) => url },
        { key: 'grades', head: checkWords.grades, cell: (run) => <Grades run={run} /> },
        {
          key: 'findings',
          head: checkWords.findings,
          numeric: true,
          cell: ({ results }) => findingsOf(results).length,
        },
      ]}
      actions={({ check, startedAt, url }) => (
        <Button
          onClick={() => onShow(check)}
          aria-current={check === shown ? 'true' : undefined}
          aria-label={(check === shown ? checkWords.shownOf : checkWords.showOf)(formatMoment(startedAt), url)}
        >
          {check === shown ? checkWords.shown : checkWords.show}
        </Button>
      )}
      rows={runs}
      rowKey={({ check }) => check}
      empty={checkWords.historyEmpty}
    />
  )
}

/** A letter for each group, in order; of a run that did not end why not. */
function Grades({ run: { state, results, grade: overall } }: { run: CheckSummary }) {
  const groups = byGroup(results).map(({ group, results: here }) => ({
    name: groupTitles[group],
    grade: gradeOf(here),
  }))
  return (
    <Row>
      {state !== 'done' && <span>{stateWords[state]}</span>}
      {overall !== null && <GradeMark title={checkWords.overall} grade={overall} />}
      {state !== 'refused' && (
        <>
          <code
            aria-hidden="true"
            title={groups.map(({ name, grade }) => checkWords.gradeLine(name, grade)).join('\n')}
          >
            {groups.map(({ grade }) => grade ?? '–').join(' ')}
          </code>
          <span className="unseen">
            {groups.map(({ name, grade }) => checkWords.spokenGrade(name, grade)).join(', ')}
          </span>
        </>
      )}
    </Row>
  )
}
