import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { saveBytes } from '../../../ui/hooks/files.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { IconButton } from '../../../ui/basics/Button.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { bodyWords as words, guessSentence } from './words.ts'
import { guessMeaning, type Guess } from '../../../bytes/guessMeaning.ts'
import { type FormPart, longestValue, maxParts } from '../../../bytes/readParts.ts'
import { useSelectAll } from './bodyCommands.tsx'
import notesStyles from '../../../ui/notes/Notes.module.css'
import buttonStyles from '../../../ui/basics/Basics.module.css'
import styles from './Body.module.css'
import { useNow } from '../../../ui/basics/Time.tsx'

/** Number of parts drawn at first: a form with thousands is not read as a whole. */
const firstParts = 200

interface PartsViewProps {
  form: { parts: FormPart[]; more: boolean }
  bytes: Uint8Array<ArrayBuffer>
}

/** A form's parts, in order, with what is odd about each. */
export function PartsView({ form, bytes }: PartsViewProps) {
  const area = useRef<HTMLElement>(null)
  useSelectAll(() => {
    if (area.current === null) return
    area.current.focus({ preventScroll: true })
    document.getSelection()?.selectAllChildren(area.current)
  })
  const [all, setAll] = useState(false)
  const shown = all ? form.parts : form.parts.slice(0, firstParts)
  if (form.parts.length === 0)
    return (
      <p data-part="view-note" className={notesStyles.viewNote}>
        {words.noParts}
      </p>
    )
  return (
    <section ref={area} className={styles.partsView} aria-label={words.partsLabel} tabIndex={0}>
      {form.more && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {words.moreParts(maxParts)}
        </p>
      )}
      <DataTable
        look="values"
        rows={shown}
        rowKey={({ valueStart }) => valueStart}
        columns={[
          { key: 'name', head: words.partName, names: true, cell: (part) => <PartName part={part} /> },
          { key: 'value', head: words.partValue, cell: (part) => <PartValue part={part} /> },
          {
            key: 'size',
            head: words.partSize,
            numeric: true,
            cell: (part) => <PartSize part={part} bytes={bytes} />,
          },
        ]}
      />
      {shown.length < form.parts.length && (
        <button type="button" data-part="button" className={buttonStyles.button} onClick={() => setAll(true)}>
          {words.allParts(form.parts.length)}
        </button>
      )}
    </section>
  )
}

function PartName({ part }: { part: FormPart }) {
  const remarks = part.remarks.map((remark) => words.remarks[remark])
  return (
    <>
      <span className="mono">{part.name === '' ? words.noName : visibleText(part.name)}</span>
      {part.fileName !== null && (
        <span className={styles.partNote}>{words.claimsFile(visibleText(part.fileName))}</span>
      )}
      {part.headers
        .filter(([header]) => !/^content-disposition$/i.test(header))
        .map(([header, value]) => visibleText(`${header}: ${value}`))
        .map((line) => (
          <span key={line} className={`${styles.partNote} mono`}>
            {line}
          </span>
        ))}
      {remarks.length > 0 && <span className={`${styles.partNote} ${styles.odd}`}>{remarks.join('; ')}</span>}
    </>
  )
}

function PartValue({ part }: { part: FormPart }) {
  const left = part.valueEnd - part.valueStart - longestValue
  return (
    <>
      <pre className={styles.partValue}>
        {visibleText(part.value)}
        {left > 0 && <span className={styles.cutOff}>{words.cutForTheEye(formatBytes(left))}</span>}
      </pre>
      <GuessList guesses={left > 0 ? [] : guessMeaning(part.value, false)} />
    </>
  )
}

function PartSize({ part, bytes }: { part: FormPart; bytes: Uint8Array<ArrayBuffer> }) {
  const name = part.name === '' ? words.unnamedPart : visibleText(part.name)
  return (
    <span className={styles.partSize}>
      {formatBytes(part.valueEnd - part.valueStart)}
      <IconButton
        icon={<Download />}
        label={words.savePart(name)}
        onClick={() => saveBytes(bytes.slice(part.valueStart, part.valueEnd), 'part.bin')}
      />
    </span>
  )
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
