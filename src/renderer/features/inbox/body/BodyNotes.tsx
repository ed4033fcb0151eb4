import { useMemo, useState, useEffect } from 'react'
import { bodyWords, bodyNoteWords, bodyNoteWords as words, guessSentence } from './words.ts'
import { CopyLazily } from './bodyControls.tsx'
import { type Guess, guessMeaning, longestGuess } from '../../../bytes/guessMeaning.ts'
import { at, type JsonIndex, kindOf, jsonPath, jsonPointer, stepsTo } from '../../../bytes/jsonIndex.ts'
import { readString, textOf } from '../../../bytes/utf8.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import { type ReadBody, type Inflated, codingsOf, inflateBody } from '../../../bytes/readBody.ts'
import { maxValues } from '../../../bytes/indexJson.ts'
import styles from './Body.module.css'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import type { Delivery } from '../../../../shared/wireTypes.ts'

/** Remarks about the body: the most important one in sight, the others one click away, so that the body has room. */
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

/** All that the user must know to trust what the views show, a sentence each. Pure. */
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
  if (json.problem?.what === 'many') return [...notes, bodyNoteWords.tooMany(maxValues)]
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

/** Says that a body is compressed, and lets the user look inside. @param size of the bytes as they came */
export function CompressedNote({ inflated, size }: { inflated: InflatedBody; size: number }) {
  const { codings, answer, shown, busy, show } = inflated
  if (codings.length === 0) return null
  const canShow = answer === null || answer.ok
  const button = canShow && (
    <Button busy={busy} onClick={() => show(shown === null)}>
      {shown === null ? words.showDecompressed : words.showExact}
    </Button>
  )
  return (
    <ErrorNote look="warn" next={button}>
      {answer === null ? words.compressed(codings.join(', ')) : describe(answer, size)}
    </ErrorNote>
  )
}

function describe(answer: Inflated, size: number): string {
  if (!answer.ok)
    return answer.why === 'unknown' ? words.unknownCoding(answer.coding) : words.brokenCoding(answer.coding)
  return answer.cut ? words.decompressedCut(answer.blob.size) : words.decompressed(answer.blob.size, size)
}

/** A body that may be compressed, and what it unpacks to when the user wants to see that. */
interface InflatedBody {
  /** Names of the codings; empty when it is not compressed. */
  codings: readonly string[]
  /** The unpacked body in view, or null: then the bytes are shown as received. */
  shown: Blob | null
  answer: Inflated | null
  busy: boolean
  show(inflated: boolean): void
}

export function useInflated(delivery: Delivery, blob: Blob): InflatedBody {
  const [wanted, setWanted] = useState(false)
  const [answer, setAnswer] = useState<Inflated | null>(null)
  const header = delivery.headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value)
    .join(',')
  useEffect(() => {
    if (!wanted) return
    let stopped = false
    void inflateBody(blob, codingsOf(header)).then((inflated) => {
      if (!stopped) setAnswer(inflated)
    })
    return () => {
      stopped = true
    }
  }, [wanted, blob, header])
  return {
    codings: codingsOf(header),
    shown: wanted && answer?.ok === true ? answer.blob : null,
    answer: wanted ? answer : null,
    busy: wanted && answer === null,
    show: setWanted,
  }
}

/** Possible meanings of a value, the likeliest first. */
export function GuessList({ guesses, id }: { guesses: readonly Guess[]; id?: string }) {
  const now = useNow(5000)
  if (guesses.length === 0) return null
  return (
    <ul className={styles.guesses} id={id}>
      {guesses.map((guess) => {
        const { lead, text, note } = guessSentence(guess, now)
        return (
          <li key={guess.kind}>
            <span className={styles.guessLead}>{lead}</span>
            {text !== '' && <code className={styles.guessText}>{visibleText(text)}</code>}
            {note !== '' && <span className="muted">{note}</span>}
          </li>
        )
      })}
    </ul>
  )
}

interface TreeDetailProps {
  index: JsonIndex
  bytes: Uint8Array
  selected: number
  /** The value under the pointer: while there is one, its meaning is shown. */
  pointed: number | null
  /** For the tree to say it of the selected value. */
  aboutId: string
}

/** A path longer than this is cut for the eye. */
const longestPath = 400

/** Below the tree: where the selected value stands, ways to copy it, and what it could mean. */
export function TreeDetail({ index, bytes, selected, pointed, aboutId }: TreeDetailProps) {
  const steps = useMemo(() => stepsTo(index, bytes, selected), [index, bytes, selected])
  const path = jsonPath(steps)
  const about = pointed ?? selected
  const guesses = useMemo(() => guessesFor(index, bytes, about), [index, bytes, about])
  return (
    <section className={styles.treeDetail} aria-label={bodyWords.aboutValue}>
      <div className={styles.treePath}>
        <code className="truncate" title={path.slice(0, longestPath)}>
          {visibleText(path.length > longestPath ? `…${path.slice(-longestPath)}` : path)}
        </code>
        <CopyLazily what={bodyWords.path} label={bodyWords.path} text={() => path} />
        <CopyLazily what={bodyWords.pointer} label={bodyWords.pointerLabel} text={() => jsonPointer(steps)} />
        <CopyLazily
          what={bodyWords.value}
          label={bodyWords.valueLabel}
          text={() => valueText(index, bytes, selected)}
        />
      </div>
      <div className={styles.treeAbout}>
        {guesses.length > 0 ? (
          <GuessList guesses={guesses} id={aboutId} />
        ) : (
          <p className="muted" id={aboutId}>
            {bodyWords.noGuess[kindOf(index, about)]}
          </p>
        )}
      </div>
    </section>
  )
}

/** Returns the text of a value: a string without quotes and escapes, anything else as it was sent. */
function valueText(index: JsonIndex, bytes: Uint8Array, node: number): string {
  const text = textOf(bytes, at(index.start, node), at(index.end, node))
  return kindOf(index, node) === 'string' ? readString(text) : text
}

function guessesFor(index: JsonIndex, bytes: Uint8Array, node: number) {
  const kind = kindOf(index, node)
  if (kind !== 'string' && kind !== 'number') return []
  if (at(index.end, node) - at(index.start, node) > longestGuess) return []
  return guessMeaning(valueText(index, bytes, node), kind === 'number')
}
