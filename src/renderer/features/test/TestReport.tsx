import { Ban, Check, CircleHelp, Minus, TriangleAlert, X } from 'lucide-react'
import type { ComponentType } from 'react'
import { byGroup, findingsOf, followersOf, type Grade, gradeOf, groupTitles } from '../../../shared/checkGrades.ts'
import type { CheckExchange, CheckOutcome, CheckReport, CheckResult, CheckSummary } from '../../../shared/wireTypes.ts'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { testWords, outcomeWords, severityWords } from './words.ts'
import styles from './Test.module.css'

const signs: Record<CheckOutcome, ComponentType<{ 'aria-hidden'?: 'true' }>> = {
  pass: Check,
  fail: X,
  warning: TriangleAlert,
  inconclusive: CircleHelp,
  'not-applicable': Minus,
}

interface TestReportProps {
  report: CheckReport
  /** The run before, of the same handler; null where there is none. */
  before: CheckSummary | null
}

/** All results by group, each with its grade: findings with what to change, passes folded. */
export function TestReport({ report, before }: TestReportProps) {
  const changes = before === null ? null : changesSince(report, before)
  const rowOf = (result: CheckResult) => (
    <li key={result.probe}>
      <Result
        result={result}
        followers={followersOf(report.results, result.probe)}
        isOpen={report.state === 'refused'}
        mark={changes === null ? null : markOf(result.probe, changes)}
      />
    </li>
  )
  return (
    <div className={styles.board}>
      {byGroup(report.results).map(({ group, results }) => {
        const own = results.filter(({ follows }) => follows === null)
        const passed = own.filter(isFolded)
        return (
          <section key={group} aria-labelledby={`check-${group}`}>
            <header className={styles.groupHead}>
              <h3 id={`check-${group}`}>{groupTitles[group]}</h3>
              <GradeMark title={groupTitles[group]} grade={gradeOf(results)} />
            </header>
            <ul className={styles.results}>{own.filter((result) => !isFolded(result)).map(rowOf)}</ul>
            {passed.length > 0 && (
              <details open={passed.some(({ probe }) => changes?.fixed.has(probe) === true) || undefined}>
                <summary className={styles.summary}>
                  <span className={styles.sign} data-outcome="pass">
                    <Check aria-hidden="true" />
                  </span>
                  {testWords.folded(
                    passed.filter(({ outcome }) => outcome === 'pass').length,
                    passed.filter(({ outcome }) => outcome === 'not-applicable').length,
                  )}
                </summary>
                <ul className={styles.results}>{passed.map(rowOf)}</ul>
              </details>
            )}
          </section>
        )
      })}
    </div>
  )
}

/** Results without anything to do. */
function isFolded({ outcome }: CheckResult): boolean {
  return outcome === 'pass' || outcome === 'not-applicable'
}

function markOf(probe: string, { fresh, fixed }: ReturnType<typeof changesSince>): string | null {
  if (fresh.has(probe)) return testWords.isNew
  return fixed.has(probe) ? testWords.fixed : null
}

interface GradeMarkProps {
  title: string
  grade: Grade | null
  /** The grade of the whole run. */
  large?: boolean
}

export function GradeMark({ title, grade, large = false }: GradeMarkProps) {
  if (grade === null) return <Ban aria-label={testWords.grade(title, testWords.noGrade)} className={styles.noGrade} />
  return (
    <span
      className={styles.grade}
      data-grade={grade}
      data-large={large || undefined}
      role="img"
      aria-label={testWords.grade(title, grade)}
    >
      {grade}
    </span>
  )
}

interface ResultProps {
  result: CheckResult
  /** Results that follow from its finding. */
  followers: readonly CheckResult[]
  isOpen: boolean
  mark: string | null
}

/** A finding shows what to change; its requests, and everything of another result, are a click away. */
function Result({ result, followers, isOpen, mark }: ResultProps) {
  const isFinding = findingsOf([result]).length > 0
  const Sign = signs[result.outcome]
  const head = (
    <>
      <span className={styles.sign}>
        <Sign aria-hidden="true" />
        <span className="unseen">{outcomeWords[result.outcome]}</span>
      </span>
      <span className={styles.name}>{result.title}</span>
      {mark !== null && <span className={styles.mark}>{mark}</span>}
      <span className={styles.severity}>{isFinding ? severityWords[result.severity] : ''}</span>
    </>
  )
  if (!isFinding) {
    return (
      <details className={styles.result} data-outcome={result.outcome} open={isOpen || undefined}>
        <summary className={styles.summary}>{head}</summary>
        <div className={styles.detail}>
          <p>{result.sentence}</p>
          <Requests result={result} />
        </div>
      </details>
    )
  }
  return (
    <div className={styles.result} data-outcome={result.outcome}>
      <p className={styles.findingHead}>{head}</p>
      <div className={styles.detail}>
        <p>{result.sentence}</p>
        {result.change !== null && (
          <p>
            <strong>{testWords.change}:</strong> {result.change}
          </p>
        )}
        {followers.length > 0 && (
          <details className={styles.requests}>
            <summary className={styles.summary}>{testWords.follows(followers.length)}</summary>
            <ul className={styles.followers}>
              {followers.map(({ probe, title, sentence }) => (
                <li key={probe}>
                  {title}: {sentence}
                </li>
              ))}
            </ul>
          </details>
        )}
        {result.exchanges.length > 0 && (
          <details className={styles.requests} open={isOpen || undefined}>
            <summary className={styles.summary}>
              {testWords.requests(result.exchanges.length)}
              <span className="unseen">: {result.title}</span>
            </summary>
            <Requests result={result} />
          </details>
        )}
      </div>
    </div>
  )
}

function Requests({ result }: { result: CheckResult }) {
  return (
    <>
      {result.exchanges.map((exchange) => (
        <Exchange key={exchange.what} exchange={exchange} />
      ))}
      {result.curl !== null && <CopyButton text={result.curl} what={testWords.curl} wide />}
    </>
  )
}

function Exchange({ exchange }: { exchange: CheckExchange }) {
  const { what, status, problem, expected, took, sent, answered } = exchange
  return (
    <div className={styles.exchange}>
      <p className={styles.exchangeHead}>
        <span>{what}</span>
        <span className="muted numbers">{testWords.outcome(status, problem, expected, took)}</span>
      </p>
      <div className={styles.bytes}>
        <Bytes label={testWords.sent} text={sent} />
        <Bytes label={testWords.answered} text={answered} />
      </div>
    </div>
  )
}

function Bytes({ label, text }: { label: string; text: string }) {
  return (
    <figure className={styles.figure}>
      <figcaption>{label}</figcaption>
      {/* Long heads scroll: by keyboard, too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </figure>
  )
}

/** The run before of the same handler and sender; null where there is none. Pure. */
export function runBefore(report: CheckReport, runs: readonly CheckSummary[]): CheckSummary | null {
  const isEarlier = (run: CheckSummary) => run.check !== report.check && run.startedAt < report.startedAt
  const isComparable = (run: CheckSummary) =>
    run.url === report.url && run.scheme === report.scheme && run.state === 'done'
  return runs.find((run) => isEarlier(run) && isComparable(run)) ?? null
}

/** The probes whose finding is new since a run, and those whose finding is fixed. Pure. */
export function changesSince(
  { results }: Pick<CheckReport, 'results'>,
  before: Pick<CheckSummary, 'results'>,
): { fresh: Set<string>; fixed: Set<string> } {
  const found = new Set(findingsOf(results).map(({ probe }) => probe))
  const foundBefore = new Set(findingsOf(before.results).map(({ probe }) => probe))
  const passed = results.filter(({ outcome }) => outcome === 'pass').map(({ probe }) => probe)
  const seenBefore = new Set(before.results.map(({ probe }) => probe))
  return {
    fresh: new Set([...found].filter((probe) => seenBefore.has(probe) && !foundBefore.has(probe))),
    fixed: new Set(passed.filter((probe) => foundBefore.has(probe))),
  }
}
