import { BytesText } from './BytesText.tsx'
import { indentOf } from './layouts.ts'
import { at, closing, type JsonIndex } from '../../bytes/jsonIndex.ts'
import { jsonPath } from '../../bytes/jsonPath.ts'
import { jsonLine } from '../../bytes/jsonPieces.ts'
import styles from './JsonView.module.css'

interface JsonLineViewProps {
  index: JsonIndex
  bytes: Uint8Array
  line: number
  /** What is said behind a value, by its path. */
  notes?: ReadonlyMap<string, string> | undefined
}

/** One line of laid out JSON, in colours; the same text as a row of `prettyJson`, but for notes. */
export function JsonLineView({ index, bytes, line, notes }: JsonLineViewProps) {
  const { depth, pieces } = jsonLine(index, bytes, line)
  const indent = indentOf(depth)
  const entry = at(index.lines, line)
  const note = notes === undefined || entry >= closing ? undefined : notes.get(jsonPath(index, bytes, entry))
  // Where lines wrap, their rest stands below their text and not below the spaces before it.
  const hanging = { paddingLeft: `${indent.length}ch`, textIndent: `-${indent.length}ch` }
  return (
    <div data-part="json-line" className={styles.line} style={hanging} data-noted={note === undefined ? undefined : ''}>
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
