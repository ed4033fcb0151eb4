import type { ReactNode } from 'react'
import { uiWords } from './words.ts'
import './Notes.css'

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
    <div className="empty">
      {glyph}
      <h2>{title}</h2>
      <div className="empty-text">{children}</div>
      {actions !== undefined && <div className="empty-actions">{actions}</div>}
    </div>
  )
}

/** A wait, told in words after a moment; short waits stay quiet. */
export function Loading({ what }: { what: string }) {
  return (
    <output className="loading">
      <span className="spinner" aria-hidden="true" />
      {uiWords.loading(what)}
    </output>
  )
}
