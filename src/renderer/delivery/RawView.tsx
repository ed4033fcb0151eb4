import { useMemo } from 'react'
import { VirtualLines } from './VirtualLines.tsx'
import { hasHidden, visibleText } from './visibleText.ts'
import { wrapText } from './wrapText.ts'

/** Up to here the text stands in one piece and wraps by itself. */
const smallText = 64_000
const columns = 80

/** Text as it came. */
export function RawView({ text }: { text: string }) {
  const rows = useMemo(() => (text.length > smallText ? wrapText(text, columns) : null), [text])
  const hidden = useMemo(() => hasHidden(text.slice(0, smallText)), [text])
  return (
    <>
      {hidden && <p className="view-note">Control and direction characters are shown as symbols, such as ␀ for NUL.</p>}
      {rows === null ? (
        <pre className="plain-text">{visibleText(text)}</pre>
      ) : (
        <>
          <p className="view-note">Long lines are cut every {columns} characters for the eye only.</p>
          <VirtualLines count={rows.length - 1} label="Body as text" className="plain-text json-long">
            {(index) => visibleText(text.slice(rows[index], rows[index + 1]).replace(/\r?\n$/, ''))}
          </VirtualLines>
        </>
      )}
    </>
  )
}
