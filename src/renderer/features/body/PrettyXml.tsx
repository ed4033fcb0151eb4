import { useMemo, useRef } from 'react'
import { bodyWords as words } from './words.ts'
import { BytesText } from './BytesText.tsx'
import { at } from '../../bytes/jsonIndex.ts'
import { indentOf, prettyXml } from './layouts.ts'
import type { XmlLines } from '../../bytes/layOutXml.ts'
import { useReveal } from './useReveal.ts'
import { TextRows } from './TextRows.tsx'
import type { RowsHandle } from './VirtualRows.tsx'
import { rowAt } from '../../bytes/wrapRows.ts'
import styles from '../../ui/Notes.module.css'

/** XML in lines, laid out by its tags alone. */
export function PrettyXml({ lines, bytes }: { lines: XmlLines; bytes: Uint8Array }) {
  const rows = useRef<RowsHandle>(null)
  useReveal(rows, (offset) => rowAt(lines.start, offset))
  const text = useMemo(() => prettyXml(lines, bytes), [lines, bytes])
  return (
    <>
      <p data-part="view-note" className={styles.viewNote}>
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
