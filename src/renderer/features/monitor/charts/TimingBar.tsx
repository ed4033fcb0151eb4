import type { Attempt } from '../../../../shared/wireTypes.ts'
import { formatDuration } from '../../../text/format.ts'
import { timingSegments, timingWords } from './timingWords.ts'
import styles from './TimingBar.module.css'

/** Where the time of an attempt went: a bar for the eye, and the same in words and numbers. */
export function TimingBar({ timing }: { timing: Attempt['timing'] }) {
  const segments = timingSegments(timing)
  if (segments.length === 0) return <span className="muted">{timingWords.notMeasured}</span>
  return (
    <div className={styles.timing}>
      <div className={styles.bar} aria-hidden="true">
        {segments.map(({ id, ms }) => (
          <span key={id} data-piece={id} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul className={`${styles.pieces} numbers`} aria-label={timingWords.timing}>
        {segments.map(({ id, label, ms }) => (
          <li key={id}>
            <span className={styles.key} data-piece={id} aria-hidden="true" />
            <span className="muted">{label}</span> {formatDuration(ms)}
          </li>
        ))}
        {timing.total !== null && (
          <li>
            <span className="muted">
              {timing.queue === null ? timingWords.wholeRequest : timingWords.requestWithoutWait}
            </span>{' '}
            {formatDuration(timing.total)}
          </li>
        )}
      </ul>
    </div>
  )
}
