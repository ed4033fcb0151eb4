import { useMemo, useState } from 'react'
import { bodyWords as words } from '../words/body.ts'
import { bodyNotes } from './bodyNotes.ts'
import type { ReadBody } from './readBody.ts'

/** What is odd about the body: the gravest in sight, the others one press away, so that the body itself has room. */
export function BodyNotes({ read, bytes }: { read: ReadBody; bytes: Uint8Array }) {
  const notes = useMemo(() => bodyNotes(read, bytes), [read, bytes])
  const [all, setAll] = useState(false)
  if (notes.length === 0) return null
  return (
    <ul className="body-notes">
      {(all ? notes : notes.slice(0, 1)).map((note) => (
        <li key={note}>{note}</li>
      ))}
      {notes.length > 1 && (
        <li>
          <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? words.fewerNotes : words.moreNotes(notes.length - 1)}
          </button>
        </li>
      )}
    </ul>
  )
}
