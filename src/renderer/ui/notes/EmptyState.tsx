import type { ReactNode } from 'react'
import { uiWords } from '../words.ts'
import { Spinner } from '../basics/Button.tsx'
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
