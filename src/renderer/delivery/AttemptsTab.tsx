import type { Attempt, Delivery } from '../../shared/wireTypes.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { countOf, formatDuration } from '../ui/format.ts'
import { Fact, Facts } from '../ui/Section.tsx'
import { Time } from '../ui/Time.tsx'
import { FollowUpPanel } from './FollowUpPanel.tsx'
import { HeaderTable } from './HeadersTab.tsx'
import { JsonView } from './JsonView.tsx'
import { TimingBar } from './TimingBar.tsx'
import './AttemptsTab.css'

/** Where the follow-up stands, and every outbound request of this delivery, the newest first. */
export function AttemptsTab({ delivery }: { delivery: Delivery }) {
  const { attempts } = delivery
  return (
    <div className="tab-body attempts">
      <FollowUpPanel delivery={delivery} />
      {attempts.length === 0 && <p className="muted">Nothing was requested for this delivery so far.</p>}
      {attempts.toReversed().map((attempt, index) => (
        <AttemptDetails key={attempt.id} attempt={attempt} number={attempts.length - index} open={index === 0} />
      ))}
    </div>
  )
}

const kindNames: Record<Attempt['kind'], string> = { 'follow-up': 'Follow-up', forward: 'Forward', replay: 'Replay' }

function AttemptDetails({ attempt, number, open }: { attempt: Attempt; number: number; open: boolean }) {
  return (
    <details className="attempt" open={open}>
      <summary className="attempt-head">
        <span
          className={
            attempt.error !== null || (attempt.status ?? 0) >= 400 ? 'attempt-status attempt-bad' : 'attempt-status'
          }
        >
          {attempt.status ?? 'No answer'}
        </span>
        <span>
          {kindNames[attempt.kind]} <span className="muted">#{number}</span>
        </span>
        <span className="muted numbers">
          <Time at={attempt.startedAt} />
        </span>
        <span className="muted numbers attempt-total">
          {attempt.timing.total === null ? '' : formatDuration(attempt.timing.total)}
        </span>
      </summary>
      <div className="attempt-body">
        {attempt.error !== null && <ErrorNote>{attempt.error.message}</ErrorNote>}
        <Facts>
          <Fact name="Request">
            <code>
              {attempt.method} {attempt.url}
            </code>
          </Fact>
          <Fact name="Timing">
            <TimingBar timing={attempt.timing} />
          </Fact>
        </Facts>
        <Headers name="Request headers" lines={attempt.requestHeaders} />
        {attempt.responseHeaders.length > 0 && <Headers name="Answer's headers" lines={attempt.responseHeaders} />}
        {attempt.body !== null && attempt.body !== '' && (
          <section className="tab-group" aria-label="Answer">
            <h3>Answer</h3>
            <JsonView text={attempt.body} label="The answer's body" />
            {attempt.bodyTruncated && <p className="view-note">The answer was longer; this is what is kept of it.</p>}
          </section>
        )}
      </div>
    </details>
  )
}

function Headers({ name, lines }: { name: string; lines: Attempt['requestHeaders'] }) {
  return (
    <details>
      <summary className="attempt-more">
        {name} <span className="muted">{countOf(lines.length, 'line')}</span>
      </summary>
      <HeaderTable lines={lines} />
    </details>
  )
}
