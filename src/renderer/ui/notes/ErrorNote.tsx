import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Notes.module.css'

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
