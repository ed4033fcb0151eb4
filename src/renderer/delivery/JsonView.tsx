import { useMemo } from 'react'
import { indexJson } from '../body/indexJson.ts'
import { JsonLineView, mostIndent } from '../body/JsonLineView.tsx'
import { VirtualRows } from '../body/VirtualRows.tsx'
import { bodyWords as words } from '../words/body.ts'
import { visibleText } from './visibleText.ts'
import './JsonView.css'

interface JsonViewProps {
  text: string
  /** Names it for screen readers. */
  label: string
}

/** Up to here all lines are laid out and wrap; beyond, only those in sight exist. */
const fewLines = 600

/** JSON text in lines and colours, every token as it was sent. What is not JSON is shown as it is. */
export function JsonView({ text, label }: JsonViewProps) {
  const { index, bytes } = useMemo(() => {
    const bytes = new TextEncoder().encode(text)
    return { index: indexJson(bytes), bytes }
  }, [text])
  if (index.problem !== null) return <pre className="plain-text">{visibleText(text)}</pre>
  const count = index.lines.length
  return (
    <>
      {index.deepest > mostIndent && <p className="view-note">{words.levels(index.deepest, mostIndent)}</p>}
      {count <= fewLines ? (
        <pre className="json" aria-label={label}>
          {Array.from({ length: count }, (_, line) => (
            <JsonLineView key={line} index={index} bytes={bytes} line={line} />
          ))}
        </pre>
      ) : (
        <VirtualRows count={count} label={label} className="json-long">
          {(line) => <JsonLineView index={index} bytes={bytes} line={line} />}
        </VirtualRows>
      )}
    </>
  )
}
