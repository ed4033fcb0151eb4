import { useRef } from 'react'
import { bodyWords as words } from '../words/body.ts'
import type { JsonIndex } from './jsonIndex.ts'
import { JsonLineView, mostIndent } from './JsonLineView.tsx'
import { lineAt } from './jsonPieces.ts'
import { useReveal } from './useReveal.ts'
import { type RowsHandle, VirtualRows } from './VirtualRows.tsx'

/** JSON in lines and colours, every token as it was sent. */
export function PrettyJson({ index, bytes }: { index: JsonIndex; bytes: Uint8Array }) {
  const rows = useRef<RowsHandle>(null)
  useReveal(rows, (offset) => lineAt(index, offset))
  return (
    <>
      {index.deepest > mostIndent && <p className="view-note">{words.levels(index.deepest, mostIndent)}</p>}
      <VirtualRows handle={rows} count={index.lines.length} label={words.jsonLabel}>
        {(line) => <JsonLineView index={index} bytes={bytes} line={line} />}
      </VirtualRows>
    </>
  )
}
