import type { ReactNode } from 'react'
import { Seal } from '../basics/Seal.tsx'
import styles from './Notes.module.css'

/** Something that was asked for is done, shown where it was asked. Announced politely. `fresh={false}`: it was so before. */
export function DoneNote({ children, fresh = true }: { children: ReactNode; fresh?: boolean }) {
  return (
    <div data-part="note" className={`${styles.note} ${styles.good}`} aria-live="polite">
      <Seal verdict="valid" fresh={fresh} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
