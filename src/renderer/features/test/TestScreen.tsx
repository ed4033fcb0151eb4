import { useCallback, useEffect, useRef, useState } from 'react'
import { findingsOf, groupTitles, unknownOf } from '../../../shared/checkGrades.ts'
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
import { TestReport, GradeMark } from './TestReport.tsx'
import { TestForm } from './TestForm.tsx'
import { changesSince, runBefore, useTestRun } from './testRuns.ts'
import { testWords, stateWords } from './words.ts'
import styles from './Test.module.css'

/** Grades the user's own handler: what is sent, what came back, and what to change. */
export function TestScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  const template = useAppState(({ route }) => route.deliveryId)
  if (environment === undefined) return null
  return (
    <Screen title={testWords.title} lead={testWords.lead}>
      <Runs key={`${environment.id} ${template}`} environment={environment} template={template} />
    </Screen>
  )
}

function Runs({ environment, template }: { environment: Environment; template: string | null }) {
  const client = useClient()
  const [round, setRound] = useState(0)
  const history = useLoad('checks', async () => client.checks.list(), String(round))
  const runs = history.data?.items ?? []
  const { report, problem, follow, replace } = useTestRun(useCallback(() => setRound((now) => now + 1), []))
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
          <Section title={testWords.handler}>
            {report === null && note}
            <TestForm
              environment={environment}
              lastUrl={newest?.url ?? ''}
              template={template}
              busy={start.busy || isRunning}
              onStart={(input) => void start.run(input)}
            />
          </Section>
          <Section title={testWords.history}>
            <History runs={runs} shown={report?.check} onShow={show} />
          </Section>
        </>
      }
    >
      {report === null ? (
        <Section title={testWords.graded}>
          <Facts>
            {groups.map((group) => (
              <Fact key={group} name={groupTitles[group]}>
                {testWords.groups[group]}
              </Fact>
            ))}
          </Facts>
        </Section>
      ) : (
        <Section title={testWords.result}>
          <Stack>
            {note}
            <RunHead
              key={report.check}
              report={report}
              before={runBefore(report, runs)}
              asked={asked}
              onCancel={() => void cancel.run(report.check)}
            />
            <TestReport report={report} before={runBefore(report, runs)} />
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
  const changes = before === null || report.state !== 'done' ? null : changesSince(report, before)
  return (
    <div ref={head} className={styles.head} role="group" aria-label={testWords.resultOf(report.url)} tabIndex={-1}>
      <Stack gap={2}>
        <Row>
          <code className={styles.url}>{report.url}</code>
          <span className="muted">
            {report.scheme} · <Time at={report.startedAt} form="moment" />
          </span>
        </Row>
        {report.state === 'running' ? (
          <Row>
            <Progress label={testWords.progress(report)} value={report.done} max={report.of} />
            <span className="numbers">{testWords.progress(report)}</span>
            <Button onClick={onCancel}>{testWords.cancel}</Button>
          </Row>
        ) : (
          <div role="status" className={styles.card}>
            {report.grade !== null && <GradeMark title={testWords.overall} grade={report.grade} large />}
            <div>
              <GradeReason report={report} />
              {changes !== null && <p>{testWords.since(changes.fixed.size, changes.fresh.size)}</p>}
              <p className="muted">{testWords.ended(report)}</p>
            </div>
          </div>
        )}
        {report.stopped !== null && (
          <ErrorNote look={report.state === 'cancelled' ? 'warn' : 'bad'}>{report.stopped}</ErrorNote>
        )}
        {report.state === 'done' && isUncounted(report) && (
          <p className="muted">
            {testWords.forEffects} <code>{testWords.effectsCommand}</code>
          </p>
        )}
      </Stack>
    </div>
  )
}

/** The findings that make the grade, worst first, and the number of passes. */
function GradeReason({ report: { results, grade } }: { report: CheckReport }) {
  const findings = findingsOf(results)
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    return count === 0 ? [] : [testWords.findingsOf(count, severity)]
  })
  const passed = results.filter(({ outcome }) => outcome === 'pass').length
  return (
    <>
      <p className={styles.reason}>{counts.length === 0 ? testWords.noFindings : counts.join(', ')}</p>
      <p>
        {grade !== null && counts.length > 0 && `${testWords.worstDecides} `}
        {testWords.counts(passed, unknownOf(results).length)}
      </p>
    </>
  )
}

const severities = ['critical', 'high', 'medium', 'low'] as const

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
      label={testWords.list}
      columns={[
        { key: 'grade', head: testWords.grades, cell: (run) => <Outcome run={run} /> },
        {
          key: 'when',
          head: testWords.when,
          names: true,
          cell: ({ startedAt }) => <Time at={startedAt} form="moment" />,
        },
        { key: 'url', head: testWords.target, mono: true, className: styles.target, cell: ({ url }) => url },
        {
          key: 'findings',
          head: testWords.findings,
          numeric: true,
          cell: ({ results }) => findingsOf(results).length,
        },
      ]}
      actions={({ check, startedAt, url }) => (
        <Button
          onClick={() => onShow(check)}
          aria-current={check === shown ? 'true' : undefined}
          aria-label={(check === shown ? testWords.shownOf : testWords.showOf)(formatMoment(startedAt), url)}
        >
          {check === shown ? testWords.shown : testWords.show}
        </Button>
      )}
      rows={runs}
      rowKey={({ check }) => check}
      empty={testWords.historyEmpty}
    />
  )
}

/** The grade of a run; of one that did not end, why not. */
function Outcome({ run: { state, grade } }: { run: CheckSummary }) {
  return (
    <Row>
      {grade !== null && <GradeMark title={testWords.overall} grade={grade} />}
      {state !== 'done' && <span>{stateWords[state]}</span>}
    </Row>
  )
}
