import { useEffect, useRef } from 'react'
import { findingsOf, unknownOf } from '../../../shared/checkGrades.ts'
import type { CheckInput, CheckReport, CheckSummary } from '../../../shared/wireTypes.ts'
import type { App } from '../../data/state/startApp.ts'
import { useAppState } from '../../data/state/useApp.ts'
import { formatMoment } from '../../text/format.ts'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { Time } from '../../ui/basics/Time.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../ui/notes/Notes.tsx'
import { type RunCalls, RunProgress, RunScreen } from './RunScreen.tsx'
import { TestForm } from './TestForm.tsx'
import { changesSince, GradeMark, runBefore, TestReport } from './TestReport.tsx'
import { stateWords, testWords } from './words.ts'
import styles from './Test.module.css'

/** Grades the user's own handler: what is sent, what came back, and what to change. */
export function TestScreen() {
  const template = useAppState(({ route }) => route.deliveryId)
  return (
    <RunScreen
      words={testWords}
      callsOf={checkCalls}
      formKey={template}
      form={({ environment, items, busy, start }) => (
        <TestForm
          environment={environment}
          lastUrl={items[0]?.url ?? ''}
          template={template}
          busy={busy}
          onStart={(input) => start(input)}
        />
      )}
      belowForm={({ items, view, show }) => (
        <Section title={testWords.history}>
          <History runs={items} shown={view?.check} onShow={show} />
        </Section>
      )}
    >
      {(report, { items, asked, cancel }) => {
        const before = runBefore(report, items)
        return (
          <Section title={testWords.result}>
            <Stack>
              <RunHead key={report.check} report={report} before={before} asked={asked} onCancel={cancel} />
              <TestReport report={report} before={before} />
            </Stack>
          </Section>
        )
      }}
    </RunScreen>
  )
}

function checkCalls({ client, calls: { checks } }: App): RunCalls<CheckReport, CheckSummary, CheckInput> {
  return {
    list: checks.list.queryOptions(),
    get: (check, seen) => checks.get.queryOptions({ input: { check, ...(seen === null ? {} : { after: seen.done }) } }),
    start: async (input) => (await client.checks.start(input)).check,
    cancel: async (check) => client.checks.cancel({ check }),
    idOf: ({ check }) => check,
  }
}

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
          <RunProgress
            text={testWords.progress(report)}
            done={report.done}
            of={report.of}
            cancel={testWords.cancel}
            onCancel={onCancel}
          />
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
