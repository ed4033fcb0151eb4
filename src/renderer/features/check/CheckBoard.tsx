import { Ban, Check, CircleHelp, Minus, TriangleAlert, X } from 'lucide-react'
import type { ComponentType } from 'react'
import { byGroup, findingsOf, followersOf, type Grade, gradeOf, groupTitles } from '../../../shared/checkGrades.ts'
import type { CheckExchange, CheckOutcome, CheckReport, CheckResult, CheckSummary } from '../../../shared/wireTypes.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { changesSince } from './changesSince.ts'
import { checkWords, outcomeWords, severityWords } from './words.ts'
import styles from './Check.module.css'

const signs: Record<CheckOutcome, ComponentType<{ 'aria-hidden'?: 'true' }>> = {
  pass: Check,
  fail: X,
  warning: TriangleAlert,
  inconclusive: CircleHelp,
  'not-applicable': Minus,
}

interface CheckBoardProps {
  report: CheckReport
  /** The run before, of the same handler; null where there is none. */
  before: CheckSummary | null
}

/** All results by group, each with its grade; a result opens to its requests and answers. */
export function CheckBoard({ report, before }: CheckBoardProps) {
  const changes = before === null ? null : changesSince(report, before)
  return (
    <div className={styles.board}>
      {changes !== null && report.state === 'done' && (
        <p className="muted">{checkWords.since(changes.fixed.size, changes.fresh.size)}</p>
      )}
      {byGroup(report.results).map(({ group, results }) => (
        <section key={group} className={styles.group} aria-labelledby={`check-${group}`}>
          <header className={styles.groupHead}>
            <h3 id={`check-${group}`}>{groupTitles[group]}</h3>
            <GradeMark title={groupTitles[group]} grade={gradeOf(results)} />
          </header>
          <ul className={styles.results}>
            {results
              .filter(({ follows }) => follows === null)
              .map((result) => (
                <li key={result.probe}>
                  <Result
                    result={result}
                    followers={followersOf(report.results, result.probe)}
                    isOpen={report.state === 'refused'}
                    mark={changes === null ? null : markOf(result.probe, changes)}
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function markOf(probe: string, { fresh, fixed }: ReturnType<typeof changesSince>): string | null {
  if (fresh.has(probe)) return checkWords.isNew
  return fixed.has(probe) ? checkWords.fixed : null
}

export function GradeMark({ title, grade }: { title: string; grade: Grade | null }) {
  if (grade === null) return <Ban aria-label={checkWords.grade(title, checkWords.noGrade)} className={styles.noGrade} />
  return (
    <span className={styles.grade} data-grade={grade} role="img" aria-label={checkWords.grade(title, grade)}>
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

function Result({ result, followers, isOpen, mark }: ResultProps) {
  const Sign = signs[result.outcome]
  const isFinding = findingsOf([result]).length > 0
  return (
    <details className={styles.result} data-outcome={result.outcome} open={isOpen || undefined}>
      <summary className={styles.summary}>
        <span className={styles.sign}>
          <Sign aria-hidden="true" />
          <span className="unseen">{outcomeWords[result.outcome]}</span>
        </span>
        <span className={styles.name}>{result.title}</span>
        {mark !== null && <span className={styles.mark}>{mark}</span>}
        <span className={styles.severity}>{isFinding ? severityWords[result.severity] : ''}</span>
      </summary>
      <div className={styles.detail}>
        <p>{result.sentence}</p>
        {isFinding && result.change !== null && (
          <p>
            <strong>{checkWords.change}:</strong> {result.change}
          </p>
        )}
        {followers.length > 0 && (
          <>
            <p>
              <strong>{checkWords.follows}:</strong>
            </p>
            <ul className={styles.followers}>
              {followers.map(({ probe, title, sentence }) => (
                <li key={probe}>
                  {title}: {sentence}
                </li>
              ))}
            </ul>
          </>
        )}
        {result.exchanges.map((exchange) => (
          <Exchange key={exchange.what} exchange={exchange} />
        ))}
        {result.curl !== null && <CopyButton text={result.curl} what={checkWords.curl} wide />}
      </div>
    </details>
  )
}

function Exchange({ exchange }: { exchange: CheckExchange }) {
  const { what, status, problem, expected, took, sent, answered } = exchange
  return (
    <div className={styles.exchange}>
      <p className={styles.exchangeHead}>
        <span>{what}</span>
        <span className="muted numbers">{checkWords.outcome(status, problem, expected, took)}</span>
      </p>
      <div className={styles.bytes}>
        <Bytes label={checkWords.sent} text={sent} />
        <Bytes label={checkWords.answered} text={answered} />
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
