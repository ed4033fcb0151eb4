import { useMemo } from 'react'
import { groupDigits } from '../ui/format.ts'
import { visibleText } from './visibleText.ts'
import { prettyJson, type PrettyLine } from './prettyJson.ts'
import { VirtualLines } from './VirtualLines.tsx'
import './JsonView.css'

interface JsonViewProps {
  text: string
  /** Names it for screen readers. */
  label: string
}

/** Up to here all lines are laid out and wrap; beyond, only those in sight exist. */
const fewLines = 600
/** Deeper levels are not moved further to the right. */
const mostIndent = 24
/** A longer piece is cut for the eye; the raw view and the download have all of it. */
const longestPiece = 20_000

/** JSON text in lines and colours, every token as it was sent. What is not JSON is shown as it is. */
export function JsonView({ text, label }: JsonViewProps) {
  const pretty = useMemo(() => prettyJson(text), [text])
  if (!pretty.ok) return <pre className="plain-text">{visibleText(text)}</pre>
  const { lines, deepest } = pretty
  return (
    <>
      {deepest > mostIndent && (
        <p className="view-note">
          {groupDigits(deepest)} levels deep: from level {mostIndent} on, lines are not moved further to the right.
        </p>
      )}
      {lines.length <= fewLines ? (
        <pre className="json" aria-label={label}>
          {lines.map((line) => (
            <Line key={line.number} line={line} />
          ))}
        </pre>
      ) : (
        <VirtualLines count={lines.length} label={label} className="json json-long">
          {(index) => <Line line={lines[index] as PrettyLine} />}
        </VirtualLines>
      )}
    </>
  )
}

function Line({ line: { depth, tokens } }: { line: PrettyLine }) {
  return (
    <div className="json-line" style={{ paddingLeft: `${Math.min(depth, mostIndent) * 2}ch` }}>
      {tokens.map(({ kind, text, at }) => (
        <span key={at} className={`json-${kind}`}>
          {text.length > longestPiece ? `${text.slice(0, longestPiece)} … ${text.length - longestPiece} more` : text}
        </span>
      ))}
    </div>
  )
}
