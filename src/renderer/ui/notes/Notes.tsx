import type { ReactNode } from 'react'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Progress as Base } from '@base-ui/react/progress'
import { uiWords } from '../words.ts'
import { Spinner } from '../basics/Button.tsx'
import { Seal } from '../basics/Seal.tsx'
import type { ServiceAnswer } from '../../../shared/wireTypes.ts'
import { formatDuration } from '../../text/format.ts'
import styles from './Notes.module.css'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  /** A drawing of one line, such as a large seal. */
  glyph?: ReactNode
  actions?: ReactNode
}

/** Nothing to see here: says why, and what would bring something. */
export function EmptyState({ title, children, glyph, actions }: EmptyStateProps) {
  return (
    <div data-part="empty" className={styles.empty}>
      {glyph}
      <h2>{title}</h2>
      <div className={styles.emptyText}>{children}</div>
      {actions !== undefined && <div className={styles.emptyActions}>{actions}</div>}
    </div>
  )
}

/** A wait, shown in words after a moment; short waits stay quiet. */
export function Loading({ what }: { what: string }) {
  return (
    <output data-part="loading" className={styles.loading}>
      <Spinner />
      {uiWords.loading(what)}
    </output>
  )
}

interface NoteProps {
  /** The failure and its reason, as a sentence. */
  children: ReactNode
  /** The next step of the user: a button or a sentence. */
  next?: ReactNode
  look?: 'bad' | 'warn' | 'good'
}

/** A problem, shown where it happened. Announced once to screen readers. */
export function ErrorNote({ children, next, look = 'bad' }: NoteProps) {
  return (
    <div data-part="note" className={`${styles.note} ${styles[look]}`} role={look === 'bad' ? 'alert' : 'status'}>
      {look === 'good' ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <div className={styles.text}>{children}</div>
      {next !== undefined && <div className={styles.next}>{next}</div>}
    </div>
  )
}

/** Something that was asked for is done, shown where it was asked. Announced politely. `fresh={false}`: it was so before. */
export function DoneNote({ children, fresh = true }: { children: ReactNode; fresh?: boolean }) {
  return (
    <div data-part="note" className={`${styles.note} ${styles.good}`} aria-live="polite">
      <Seal verdict="valid" fresh={fresh} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}

/** The service's answer, word for word. */
export function ServiceAnswerView({ answer: { status, body, durationMs } }: { answer: ServiceAnswer }) {
  const text = body?.trim() ?? ''
  return (
    <div className={styles.serviceAnswer}>
      <p>
        {status === null ? uiWords.noAnswer : uiWords.answered(status)}
        {durationMs > 0 && <span className="muted numbers">{uiWords.after(formatDuration(durationMs))}</span>}
        {text === '' && status !== null && <span className="muted">{uiWords.emptyBody}</span>}.
      </p>
      {text !== '' && <pre className={styles.body}>{text}</pre>}
    </div>
  )
}

interface ProgressProps {
  /** Names it for screen readers. */
  label: string
  /** Null while the fraction is unknown. */
  value: number | null
  max: number
  /** As wide as what it is in. */
  isWide?: boolean
}

/** How much of something is done. */
export function Progress({ label, value, max, isWide = false }: ProgressProps) {
  const look = isWide ? `${styles.progress} ${styles.wide}` : styles.progress
  return (
    <Base.Root aria-label={label} value={value} max={Math.max(1, max)} className={look}>
      <Base.Track className={styles.track}>
        <Base.Indicator className={styles.done} />
      </Base.Track>
    </Base.Root>
  )
}
