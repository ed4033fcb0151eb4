import { BytesText } from './BytesText.tsx'
import type { JsonIndex } from './jsonIndex.ts'
import { jsonLine } from './jsonPieces.ts'

/** Deeper levels are not moved further to the right. */
export const mostIndent = 24

/** One line of laid out JSON, in colours. */
export function JsonLineView({ index, bytes, line }: { index: JsonIndex; bytes: Uint8Array; line: number }) {
  const { depth, pieces } = jsonLine(index, bytes, line)
  return (
    <div className="json-line" style={{ paddingLeft: `${Math.min(depth, mostIndent) * 2}ch` }}>
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
