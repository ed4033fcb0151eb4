import { useMemo, useRef } from 'react'
import { bodyWords as words } from './words.ts'
import type { JsonIndex } from '../../bytes/jsonIndex.ts'
import { JsonLineView } from './JsonLineView.tsx'
import { mostIndent, prettyJson } from './layouts.ts'
import { lineAt } from '../../bytes/jsonPieces.ts'
import { useReveal } from './useReveal.ts'
import { TextRows } from './TextRows.tsx'
import type { RowsHandle } from './VirtualRows.tsx'
import styles from '../../ui/Notes.module.css'

/** JSON in lines and colours, every token as it was sent. */
export function PrettyJson({ index, bytes }: { index: JsonIndex; bytes: Uint8Array }) {
  const rows = useRef<RowsHandle>(null)
  useReveal(rows, (offset) => lineAt(index, offset))
  const text = useMemo(() => prettyJson(index, bytes), [index, bytes])
  return (
    <>
      {index.deepest > mostIndent && (
        <p data-part="view-note" className={styles.viewNote}>
          {words.levels(index.deepest, mostIndent)}
        </p>
      )}
      <TextRows rows={rows} text={text} label={words.jsonLabel}>
        {(line) => <JsonLineView index={index} bytes={bytes} line={line} />}
      </TextRows>
    </>
  )
}
