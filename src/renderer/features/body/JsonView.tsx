import { useMemo } from 'react'
import { indexJson } from '../../bytes/indexJson.ts'
import { JsonLineView } from './JsonLineView.tsx'
import { mostIndent, prettyJson } from './layouts.ts'
import { TextRows } from './TextRows.tsx'
import { bodyWords as words } from './words.ts'
import { visibleText } from '../../text/visibleText.ts'
import notesStyles from '../../ui/Notes.module.css'
import styles from './JsonView.module.css'

interface JsonViewProps {
  text: string
  /** Names it for screen readers. */
  label: string
  /** What is said behind a value, by its path, see jsonPath; its line stands out. */
  notes?: ReadonlyMap<string, string>
}

/** Up to here all lines are laid out and wrap; beyond, only those in sight exist. */
const fewLines = 600

/** JSON text in lines and colours, every token as it was sent. What is not JSON is shown as it is. */
export function JsonView({ text, label, notes }: JsonViewProps) {
  const { index, bytes, laidOut } = useMemo(() => {
    const bytes = new TextEncoder().encode(text)
    const index = indexJson(bytes)
    return { index, bytes, laidOut: prettyJson(index, bytes) }
  }, [text])
  if (index.problem !== null) return <pre className={styles.plainText}>{visibleText(text)}</pre>
  const count = index.lines.length
  return (
    <>
      {index.deepest > mostIndent && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {words.levels(index.deepest, mostIndent)}
        </p>
      )}
      {count <= fewLines ? (
        <pre className={styles.json} aria-label={label}>
          {Array.from({ length: count }, (_, line) => (
            <JsonLineView key={line} index={index} bytes={bytes} line={line} notes={notes} />
          ))}
        </pre>
      ) : (
        <TextRows text={laidOut} label={label} className={styles.long}>
          {(line) => <JsonLineView index={index} bytes={bytes} line={line} notes={notes} />}
        </TextRows>
      )}
    </>
  )
}
