import type { ReactNode } from 'react'
import { Seal } from './Seal.tsx'
import './Notes.css'

/** Something that was asked for has come true, told where it was asked. Announced politely. */
export function DoneNote({ children }: { children: ReactNode }) {
  return (
    <div className="note note-good" aria-live="polite">
      <Seal verdict="valid" fresh />
      <div className="note-text">{children}</div>
    </div>
  )
}
