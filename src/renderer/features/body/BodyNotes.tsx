import { useMemo, useState } from 'react'
import { bodyWords } from './words.ts'
import type { ReadBody } from '../../bytes/readBody.ts'
import { bodyNoteWords } from './noteWords.ts'
import { mostValues } from '../../bytes/indexJson.ts'
import styles from './Body.module.css'

/** What is odd about the body: the gravest in sight, the others one press away, so that the body itself has room. */
export function BodyNotes({ read, bytes }: { read: ReadBody; bytes: Uint8Array }) {
  const notes = useMemo(() => bodyNotes(read, bytes), [read, bytes])
  const [all, setAll] = useState(false)
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {(all ? notes : notes.slice(0, 1)).map((note) => (
        <li key={note}>{note}</li>
      ))}
      {notes.length > 1 && (
        <li>
          <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? bodyWords.fewerNotes : bodyWords.moreNotes(notes.length - 1)}
          </button>
        </li>
      )}
    </ul>
  )
}

/** All that a person must know to trust what the views show, a sentence each. Pure. */
export function bodyNotes(read: ReadBody, bytes: Uint8Array): string[] {
  const { check, json, recoded, unknownCharset } = read
  const notes: string[] = []
  if (recoded !== null) notes.push(bodyNoteWords.recoded(recoded.charset))
  if (unknownCharset !== null) notes.push(bodyNoteWords.unknownCharset(unknownCharset))
  if (read.kind === 'binary') notes.push(bodyNoteWords.binary)
  else if (check.invalid > 0) notes.push(bodyNoteWords.invalid(check.invalid, check.places))
  if (check.bom) notes.push(bodyNoteWords.bom)
  if (check.nuls > 0 && read.kind !== 'binary') notes.push(bodyNoteWords.nuls(check.nuls))
  if (json === null) return notes
  if (json.problem?.what === 'many') return [...notes, bodyNoteWords.tooMany(mostValues)]
  if (json.problem !== null) {
    const { line, column } = placeOf(bytes, json.problem.at)
    notes.push(bodyNoteWords.broken(bodyNoteWords.problems[json.problem.what], line, column, json.problem.at))
  }
  if (json.duplicateKeys > 0) notes.push(bodyNoteWords.duplicates(json.duplicateKeys))
  if (json.changedNumbers > 0) notes.push(bodyNoteWords.numbers(json.changedNumbers))
  if (json.loneSurrogates > 0) notes.push(bodyNoteWords.surrogates(json.loneSurrogates))
  return notes
}

/** Line and column of a byte, from 1; the column counts bytes. */
function placeOf(bytes: Uint8Array, offset: number): { line: number; column: number } {
  let line = 1
  let begin = 0
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < offset; at = bytes.indexOf(0x0a, at + 1)) {
    line++
    begin = at + 1
  }
  return { line, column: offset - begin + 1 }
}
