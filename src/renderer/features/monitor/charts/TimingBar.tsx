import type { Attempt } from '../../../../shared/wireTypes.ts'
import { formatDuration } from '../../../text/format.ts'
import { timingWords } from './words.ts'
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

export interface TimingSegment {
  id: 'queue' | 'connect' | 'wait' | 'rest'
  label: string
  ms: number
}

/**
 * The time of an attempt in pieces that follow each other. `firstByte` and `total` count from the sending on, so that the
 * pieces are what lies between them; waiting for its turn came before. Pure.
 */
export function timingSegments({ queue, connect, firstByte, total }: Attempt['timing']): TimingSegment[] {
  if (total === null) return queue === null ? [] : [{ id: 'queue', label: timingWords.queue, ms: queue }]
  const connected = Math.min(connect ?? 0, total)
  const answered = firstByte === null ? total : Math.min(Math.max(firstByte, connected), total)
  const pieces: (TimingSegment | null)[] = [
    queue === null ? null : { id: 'queue', label: timingWords.queue, ms: queue },
    connect === null ? null : { id: 'connect', label: timingWords.connect, ms: connected },
    {
      id: 'wait',
      label: firstByte === null ? timingWords.untilEnd : timingWords.untilFirstByte,
      ms: answered - connected,
    },
    firstByte === null ? null : { id: 'rest', label: timingWords.rest, ms: total - answered },
  ]
  return pieces.filter((piece) => piece !== null)
}
