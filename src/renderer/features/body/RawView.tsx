import { useEffect, useMemo, useRef, useState } from 'react'
import { hasHidden } from '../../text/visibleText.ts'
import { Loading } from '../../ui/EmptyState.tsx'
import { bodyWords as words } from './words.ts'
import { BytesText } from './BytesText.tsx'
import { endOfRow, rawText } from './layouts.ts'
import { at } from '../../bytes/jsonIndex.ts'
import type { BodyReader } from '../../bytes/startBodyReader.ts'
import { textOf } from '../../bytes/textOf.ts'
import { useColumns } from './useColumns.ts'
import { useReveal } from './useReveal.ts'
import { TextRows } from './TextRows.tsx'
import type { RowsHandle } from './VirtualRows.tsx'
import { rowAt } from '../../bytes/wrapRows.ts'
import notesStyles from '../../ui/Notes.module.css'
import styles from './Body.module.css'

/** So much is looked at for characters that hide. */
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
