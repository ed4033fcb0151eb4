import type { Attempt } from '../../../../shared/wireTypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Fact, Facts } from '../../../ui/Section.tsx'
import { replayWords } from './words.ts'
import { timingWords } from '../../charts/timingWords.ts'
import { JsonView } from '../../body/JsonView.tsx'
import { TimingBar } from '../../charts/TimingBar.tsx'
import styles from './Replay.module.css'

/** What came of sending a delivery again: the answer and how long it took. The attempt has all of it. */
export function ReplayResult({ attempt, onShowAttempt }: { attempt: Attempt; onShowAttempt: () => void }) {
  const { status, error, method, url, timing, body } = attempt
  return (
    <section ref={show} className={styles.result} aria-label={replayWords.result}>
      <div role="status">
        <h3 className={error !== null || (status ?? 0) >= 400 ? styles.bad : undefined}>
          {status === null ? replayWords.noAnswer : replayWords.answered(status)}
        </h3>
      </div>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      <Facts>
        <Fact name={replayWords.request}>
          <code>
            {method} {url}
          </code>
        </Fact>
        <Fact name={replayWords.answer}>
          {body === null || body === '' ? (
            <span className="muted">{replayWords.noBody}</span>
          ) : (
            <div className={styles.answer}>
              <JsonView text={body.slice(0, 4000)} label={replayWords.answer} />
            </div>
          )}
        </Fact>
        <Fact name={timingWords.timing}>
          <TimingBar timing={timing} />
        </Fact>
      </Facts>
      <Button look="quiet" onClick={onShowAttempt}>
        {replayWords.showAttempt}
      </Button>
    </section>
  )
}

/** The dialog may be longer than the window: what was waited for comes into sight. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
