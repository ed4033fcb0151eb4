import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { at, type JsonIndex, lineAt } from '../../../bytes/jsonIndex.ts'
import type { BodyReader } from '../../../bytes/startBodyReader.ts'
import { textOf, rowAt } from '../../../bytes/utf8.ts'
import { hasHidden, visibleText } from '../../../text/visibleText.tsx'
import { Loading } from '../../../ui/notes/Notes.tsx'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { BytesText, TextRows } from './TextRows.tsx'
import { type RowsHandle, columnsOf, useReveal } from './VirtualRows.tsx'
import { endOfRow, rawText, maxIndent, prettyJson, indentOf, prettyXml } from './layouts.ts'
import { bodyWords as words } from './words.ts'
import { GuessList } from './BodyNotes.tsx'
import notesStyles from '../../../ui/notes/Notes.module.css'
import styles from './Body.module.css'
import { JsonLineView } from './JsonView.tsx'
import { useValueMenu, useSelectAll } from './bodyControls.tsx'
import type { XmlLines } from '../../../bytes/layOutXml.ts'
import { Download } from 'lucide-react'
import { saveBytes } from '../../../ui/hooks/files.ts'
import { IconButton } from '../../../ui/basics/Button.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { guessMeaning } from '../../../bytes/guessMeaning.ts'
import { type FormPart, longestValue, maxParts } from '../../../bytes/readParts.ts'
import buttonStyles from '../../../ui/basics/Basics.module.css'

/** Number of characters checked for hidden ones. */
const lookedAt = 64_000

/** Text as it came, cut into rows that fit. */
export function RawView({ bytes, reader }: { bytes: Uint8Array; reader: BodyReader }) {
  const area = useRef<HTMLDivElement>(null)
  const columns = useColumns(area)
  const [starts, setStarts] = useState<Uint32Array | null>(null)
  useEffect(() => {
    if (columns === null) return
    let stopped = false
    void reader.rows(columns).then((rows) => {
      if (!stopped) setStarts(rows)
    })
    return () => {
      stopped = true
    }
  }, [reader, columns])
  const hidden = useMemo(
    () => hasHidden(textOf(bytes, 0, Math.min(bytes.length, lookedAt)).replace(/\r\n/g, '\n')),
    [bytes],
  )
  return (
    <div ref={area} className={styles.monoView}>
      {hidden && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {words.hidden}
        </p>
      )}
      {starts === null ? <Loading what={words.lines} /> : <Rows bytes={bytes} starts={starts} />}
    </div>
  )
}

/** @param starts where each row begins, and the end of the last */
function Rows({ bytes, starts }: { bytes: Uint8Array; starts: Uint32Array }) {
  const rows = useRef<RowsHandle>(null)
  useReveal(rows, (offset) => rowAt(starts, offset))
  const text = useMemo(() => rawText(bytes, starts), [bytes, starts])
  return (
    <TextRows rows={rows} text={text} label={words.textLabel}>
      {(row) => <BytesText bytes={bytes} start={at(starts, row)} end={endOfRow(bytes, starts, row)} />}
    </TextRows>
  )
}

/** Room at the right end, for the scroll bar and characters that are wider than others. */
const spare = 4

/** How many monospaced characters fit into an element; null until it is known. */
function useColumns(area: RefObject<HTMLElement | null>): number | null {
  const [columns, setColumns] = useState<number | null>(null)
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const measure = () => setColumns(Math.max(20, columnsOf(element) - spare))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])
  return useSettled(columns, 150)
}

/** JSON in lines and colours, every token as it was sent. */
export function PrettyJson({ index, bytes }: { index: JsonIndex; bytes: Uint8Array }) {
  const rows = useRef<RowsHandle>(null)
  useReveal(rows, (offset) => lineAt(index, offset))
  const text = useMemo(() => prettyJson(index, bytes), [index, bytes])
  const menu = useValueMenu(index, bytes, 'body')
  return (
    <>
      {index.deepest > maxIndent && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {words.levels(index.deepest, maxIndent)}
        </p>
      )}
      <TextRows rows={rows} text={text} label={words.jsonLabel}>
        {(line) => <JsonLineView index={index} bytes={bytes} line={line} menu={menu} />}
      </TextRows>
    </>
  )
}

/** XML in lines, laid out by its tags alone. */
export function PrettyXml({ lines, bytes }: { lines: XmlLines; bytes: Uint8Array }) {
  const rows = useRef<RowsHandle>(null)
  useReveal(rows, (offset) => rowAt(lines.start, offset))
  const text = useMemo(() => prettyXml(lines, bytes), [lines, bytes])
  return (
    <>
      <p data-part="view-note" className={notesStyles.viewNote}>
        {words.xmlNote}
      </p>
      <TextRows rows={rows} text={text} label={words.xmlLabel}>
        {(line) => (
          <>
            {indentOf(at(lines.depth, line))}
            <BytesText bytes={bytes} start={at(lines.start, line)} end={at(lines.end, line)} />
          </>
        )}
      </TextRows>
    </>
  )
}

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
