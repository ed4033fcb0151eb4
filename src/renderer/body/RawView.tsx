import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { hasHidden } from '../delivery/visibleText.ts'
import { Loading } from '../ui/EmptyState.tsx'
import { bodyWords as words } from '../words/body.ts'
import { BytesText } from './BytesText.tsx'
import { joinRows } from './joinRows.ts'
import { at } from './jsonIndex.ts'
import type { BodyReader } from './startBodyReader.ts'
import { textOf } from './textOf.ts'
import { useColumns } from './useColumns.ts'
import { useReveal } from './useReveal.ts'
import { type RowsHandle, VirtualRows } from './VirtualRows.tsx'
import { rowAt } from './wrapRows.ts'

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
    <div ref={area} className="mono-view">
      {hidden && <p className="view-note">{words.hidden}</p>}
      {starts === null ? <Loading what={words.lines} /> : <Rows bytes={bytes} starts={starts} />}
    </div>
  )
}

/** @param starts where each row begins, and the end of the last */
function Rows({ bytes, starts }: { bytes: Uint8Array; starts: Uint32Array }) {
  const rows = useRef<RowsHandle>(null)
  useReveal(rows, (offset) => rowAt(starts, offset))
  const endOf = (row: number) => {
    const end = starts[row + 1] ?? bytes.length
    return endsLine(bytes, end) ? end - 1 : end
  }
  return (
    <VirtualRows
      handle={rows}
      count={Math.max(0, starts.length - 1)}
      label={words.textLabel}
      onCopy={(event: ClipboardEvent) => joinRows(event)}
    >
      {(row) => (
        <div data-cut={!endsLine(bytes, starts[row + 1] ?? 0)}>
          <BytesText bytes={bytes} start={at(starts, row)} end={endOf(row)} />
        </div>
      )}
    </VirtualRows>
  )
}

function endsLine(bytes: Uint8Array, end: number): boolean {
  return bytes[end - 1] === 0x0a
}
