import { SquarePen } from 'lucide-react'
import { useState } from 'react'
import type { Attempt, Delivery } from '../../../../shared/wireTypes.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Row } from '../../../ui/basics/Stack.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { countOf } from '../../../../shared/words/counts.ts'
import { formatDuration } from '../../../text/format.ts'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { FollowUpPanel, RepairFollowUp } from '../objects/FollowUpPanel.tsx'
import { HeaderTable } from './HeadersTab.tsx'
import { JsonView } from '../body/JsonView.tsx'
import { timingWords } from '../../monitor/charts/words.ts'
import { TimingBar } from '../../monitor/charts/TimingBar.tsx'
import { FindFault, ReplayFrom } from '../../send/replay/Replay.tsx'
import { attemptWords } from './words.ts'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import notesStyles from '../../../ui/notes/Notes.module.css'
import styles from './AttemptsTab.module.css'

/** Where the follow-up stands, and every outbound request of this delivery, the newest first. */
export function AttemptsTab({ delivery }: { delivery: Delivery }) {
  const { attempts } = delivery
  const [again, setAgain] = useState<Attempt | null>(null)
  return (
    <div className={`${tabsStyles.body} ${styles.attempts}`}>
      <FollowUpPanel delivery={delivery} />
      <RepairFollowUp delivery={delivery} />
      {attempts.length === 0 && <p className="muted">{attemptWords.none}</p>}
      {attempts.toReversed().map((attempt, index) => (
        <AttemptDetails
          key={attempt.id}
          attempt={attempt}
          number={attempts.length - index}
          open={index === 0}
          delivery={delivery}
          onReplay={() => setAgain(attempt)}
        />
      ))}
      {again !== null && <ReplayFrom key={again.id} delivery={delivery} from={again} onClose={() => setAgain(null)} />}
    </div>
  )
}

interface AttemptDetailsProps {
  delivery: Delivery
  attempt: Attempt
  number: number
  open: boolean
  /** Opens what was sent, to be sent again. */
  onReplay: () => void
}

function AttemptDetails({ delivery, attempt, number, open, onReplay }: AttemptDetailsProps) {
  return (
    <details className={styles.attempt} open={open}>
      <summary className={styles.head}>
        <span
          className={
            attempt.error !== null || (attempt.status ?? 0) >= 400 ? `${styles.status} ${styles.bad}` : styles.status
          }
        >
          {attempt.status ?? attemptWords.noAnswer}
        </span>
        <span className={`truncate ${styles.what}`}>
          {attemptWords.kinds[attempt.kind]} <span className="muted">#{number}</span>
          <span className="muted">
            {' '}
            {attempt.forwarded == null ? replayedWords(attempt.replayed) : attemptWords.forwarded(attempt.forwarded)}
          </span>
        </span>
        <span className="muted numbers">
          <Time at={attempt.startedAt} />
        </span>
        <span className={`muted numbers ${styles.total}`}>
          {attempt.timing.total === null ? '' : formatDuration(attempt.timing.total)}
        </span>
      </summary>
      <div className={styles.body}>
        {attempt.error !== null && <ErrorNote>{attempt.error.message}</ErrorNote>}
        {attempt.forwarded?.again === true && <p className="muted">{attemptWords.sentAgain}</p>}
        <Facts>
          {attempt.forwarded?.nextAt != null && (
            <Fact name={attemptWords.nextTry}>
              <Time at={new Date(attempt.forwarded.nextAt).toISOString()} />
            </Fact>
          )}
          <Fact name={attemptWords.request}>
            <code>
              {attempt.method} {attempt.url}
            </code>
          </Fact>
          <Fact name={timingWords.timing}>
            <TimingBar timing={attempt.timing} />
          </Fact>
        </Facts>
        <Headers name={attemptWords.requestHeaders} lines={attempt.requestHeaders} />
        {attempt.requestBody != null && <SentBody text={attempt.requestBody} />}
        <Row>
          {attempt.kind === 'replay' && (
            <Button icon={<SquarePen aria-hidden="true" />} onClick={onReplay}>
              {attemptWords.openInReplay}
            </Button>
          )}
          <FindFault delivery={delivery} attempt={attempt} />
        </Row>
        {attempt.responseHeaders.length > 0 && (
          <Headers name={attemptWords.answerHeaders} lines={attempt.responseHeaders} />
        )}
        {attempt.body !== null && attempt.body !== '' && (
          <section className={tabsStyles.group} aria-label={attemptWords.answer}>
            <h3>{attemptWords.answer}</h3>
            <JsonView text={attempt.body} label={attemptWords.answerBody} />
            {attempt.bodyTruncated && (
              <p data-part="view-note" className={notesStyles.viewNote}>
                {attemptWords.answerLonger}
              </p>
            )}
          </section>
        )}
      </div>
    </details>
  )
}

/** The body sent instead of the delivery's own. */
function SentBody({ text }: { text: string }) {
  return (
    <details>
      <summary className={styles.more}>
        {attemptWords.requestBody} <span className="muted">{countOf(text.length, attemptWords.character)}</span>
      </summary>
      <JsonView text={text} label={attemptWords.requestBody} />
    </details>
  )
}

/** The differences between a replay and the delivery. */
function replayedWords(replayed: Attempt['replayed']): string {
  if (replayed == null) return ''
  const { signedAnew, edited, signedWith } = replayed
  const signed = signedWith === undefined ? attemptWords.signedAnew : attemptWords.signedWith(signedWith.fingerprint)
  const words = [...(signedAnew ? [signed] : []), ...(edited ? [attemptWords.edited] : [])]
  return words.length === 0 ? attemptWords.asItCame : words.join(', ')
}

function Headers({ name, lines }: { name: string; lines: Attempt['requestHeaders'] }) {
  return (
    <details>
      <summary className={styles.more}>
        {name} <span className="muted">{countOf(lines.length, attemptWords.line)}</span>
      </summary>
      <HeaderTable lines={lines} />
    </details>
  )
}
