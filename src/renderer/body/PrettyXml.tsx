import { useRef } from 'react'
import { bodyWords as words } from '../words/body.ts'
import { BytesText } from './BytesText.tsx'
import { at } from './jsonIndex.ts'
import { mostIndent } from './JsonLineView.tsx'
import type { XmlLines } from './layOutXml.ts'
import { useReveal } from './useReveal.ts'
import { type RowsHandle, VirtualRows } from './VirtualRows.tsx'
import { rowAt } from './wrapRows.ts'

/** XML in lines, laid out by its tags alone. */
export function PrettyXml({ lines, bytes }: { lines: XmlLines; bytes: Uint8Array }) {
  const rows = useRef<RowsHandle>(null)
  useReveal(rows, (offset) => rowAt(lines.start, offset))
  return (
    <>
      <p className="view-note">{words.xmlNote}</p>
      <VirtualRows handle={rows} count={lines.count} label={words.xmlLabel}>
        {(line) => (
          <div style={{ paddingLeft: `${Math.min(at(lines.depth, line), mostIndent) * 2}ch` }}>
            <BytesText bytes={bytes} start={at(lines.start, line)} end={at(lines.end, line)} />
          </div>
        )}
      </VirtualRows>
    </>
  )
}
