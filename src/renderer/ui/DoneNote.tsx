import type { ReactNode } from 'react'
import { Seal } from './Seal.tsx'
import './Notes.css'

/** Something that was asked for has come true, told where it was asked. Announced politely. `fresh={false}`: it was so before. */
export function DoneNote({ children, fresh = true }: { children: ReactNode; fresh?: boolean }) {
  return (
    <div className="note note-good" aria-live="polite">
      <Seal verdict="valid" fresh={fresh} />
      <div className="note-text">{children}</div>
    </div>
  )
}
