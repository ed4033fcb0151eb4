import { BytesText } from './BytesText.tsx'
import { indentOf } from './layouts.ts'
import type { JsonIndex } from '../../bytes/jsonIndex.ts'
import { jsonLine } from '../../bytes/jsonPieces.ts'

/** One line of laid out JSON, in colours; the same text as a row of `prettyJson`. */
export function JsonLineView({ index, bytes, line }: { index: JsonIndex; bytes: Uint8Array; line: number }) {
  const { depth, pieces } = jsonLine(index, bytes, line)
  const indent = indentOf(depth)
  // Where lines wrap, their rest stands below their text and not below the spaces before it.
  const hanging = { paddingLeft: `${indent.length}ch`, textIndent: `-${indent.length}ch` }
  return (
    <div className="json-line" style={hanging}>
      {indent}
      {pieces.map((piece) =>
        'text' in piece ? (
          <span key={piece.text} className="json-mark">
            {piece.text}
          </span>
        ) : (
          <span key={piece.start} className={`json-${piece.kind}`}>
            <BytesText bytes={bytes} start={piece.start} end={piece.end} />
          </span>
        ),
      )}
    </div>
  )
}
