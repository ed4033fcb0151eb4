import { useMemo } from 'react'
import { indexJson } from '../../bytes/indexJson.ts'
import { mostIndent, prettyJson, indentOf } from './layouts.ts'
import { TextRows } from './TextRows.tsx'
import { bodyWords as words } from './words.ts'
import { visibleText } from '../../text/visibleText.ts'
import notesStyles from '../../ui/Notes.module.css'
import styles from './JsonView.module.css'
import { BytesText } from './BytesText.tsx'
import { at, closing, type JsonIndex } from '../../bytes/jsonIndex.ts'
import { jsonPath } from '../../bytes/jsonPath.ts'
import { useValueMenu } from './useValueMenu.ts'
import { jsonLine } from '../../bytes/jsonPieces.ts'

interface JsonViewProps {
  text: string
  /** Names it for screen readers. */
  label: string
  /** What is said behind a value, by its path, see jsonPath; its line stands out. */
  notes?: ReadonlyMap<string, string>
}

/** Up to here all lines are laid out and wrap; beyond, only those in sight exist. */
const fewLines = 600

/** JSON text in lines and colours, every token as it was sent. What is not JSON is shown as it is. */
export function JsonView({ text, label, notes }: JsonViewProps) {
  const { index, bytes, laidOut } = useMemo(() => {
    const bytes = new TextEncoder().encode(text)
    const index = indexJson(bytes)
    return { index, bytes, laidOut: prettyJson(index, bytes) }
  }, [text])
  const menu = useValueMenu(index, bytes)
  if (index.problem !== null) return <pre className={styles.plainText}>{visibleText(text)}</pre>
  const count = index.lines.length
  return (
    <>
      {index.deepest > mostIndent && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {words.levels(index.deepest, mostIndent)}
        </p>
      )}
      {count <= fewLines ? (
        <pre className={styles.json} aria-label={label}>
          {Array.from({ length: count }, (_, line) => (
            <JsonLineView key={line} index={index} bytes={bytes} line={line} notes={notes} menu={menu} />
          ))}
        </pre>
      ) : (
        <TextRows text={laidOut} label={label} className={styles.long}>
          {(line) => <JsonLineView index={index} bytes={bytes} line={line} notes={notes} menu={menu} />}
        </TextRows>
      )}
    </>
  )
}

interface JsonLineViewProps {
  index: JsonIndex
  bytes: Uint8Array
  line: number
  /** What is said behind a value, by its path. */
  notes?: ReadonlyMap<string, string> | undefined
  /** The kind of the values' context menu, see useValueMenu. */
  menu?: string
}

/** One line of laid out JSON, in colours; the same text as a row of `prettyJson`, but for notes. */
export function JsonLineView({ index, bytes, line, notes, menu }: JsonLineViewProps) {
  const { depth, pieces } = jsonLine(index, bytes, line)
  const indent = indentOf(depth)
  const entry = at(index.lines, line)
  const note = notes === undefined || entry >= closing ? undefined : notes.get(jsonPath(index, bytes, entry))
  // Where lines wrap, their rest begins below their text and not below the spaces before it.
  const hanging = { paddingLeft: `${indent.length}ch`, textIndent: `-${indent.length}ch` }
  return (
    <div
      data-part="json-line"
      className={styles.line}
      style={hanging}
      data-noted={note === undefined ? undefined : ''}
      data-menu={menu}
      data-node={entry}
    >
      {indent}
      {pieces.map((piece) =>
        'text' in piece ? (
          <span key={piece.text} className={styles.mark}>
            {piece.text}
          </span>
        ) : (
          <span key={piece.start} className={styles[piece.kind]}>
            <BytesText bytes={bytes} start={piece.start} end={piece.end} />
          </span>
        ),
      )}
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  )
}
