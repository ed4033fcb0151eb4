import type { FieldSource } from '../../../../shared/filter/fieldTerm.ts'
import { type KeyboardEvent, memo, useId, useMemo, useRef, useState } from 'react'
import { indexJson } from '../../../bytes/indexJson.ts'
import { maxIndent, prettyJson, indentOf } from './layouts.ts'
import { TextRows, BytesText } from './TextRows.tsx'
import { bodyWords as words } from './words.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import notesStyles from '../../../ui/notes/Notes.module.css'
import styles from './Body.module.css'
import { at, closing, type JsonIndex, differencePath, jsonLine } from '../../../bytes/jsonIndex.ts'
import { useValueMenu } from './bodyControls.tsx'

interface JsonViewProps {
  text: string
  /** Names it for screen readers. */
  label: string
  /** Notes behind values, by path, see differencePath; their lines stand out. */
  notes?: ReadonlyMap<string, string>
  /** Where a filter finds its fields; without it, values are searched as words. */
  source?: FieldSource
}

/** Up to here all lines are laid out and wrap; beyond, only those in sight exist. */
const fewLines = 600

/** JSON text in lines and colours, every token as it was sent. Other text is shown unchanged. */
export function JsonView({ text, label, notes, source }: JsonViewProps) {
  const { index, bytes, laidOut } = useMemo(() => {
    const bytes = new TextEncoder().encode(text)
    const index = indexJson(bytes)
    return { index, bytes, laidOut: prettyJson(index, bytes) }
  }, [text])
  const menu = useValueMenu(index, bytes, source)
  if (index.problem !== null) return <pre className={styles.plainText}>{visibleText(text)}</pre>
  const count = index.lines.length
  return (
    <>
      {index.deepest > maxIndent && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {words.levels(index.deepest, maxIndent)}
        </p>
      )}
      {count <= fewLines ? (
        <FewLines key={text} index={index} bytes={bytes} label={label} notes={notes} menu={menu} />
      ) : (
        <TextRows text={laidOut} label={label} className={styles.long}>
          {(line) => <JsonLineView index={index} bytes={bytes} line={line} notes={notes} menu={menu} />}
        </TextRows>
      )}
    </>
  )
}

interface FewLinesProps {
  index: JsonIndex
  bytes: Uint8Array
  label: string
  notes: ReadonlyMap<string, string> | undefined
  menu: string
}

/** All lines at once, one stop for Tab: the arrows go from value to value, and the Menu key opens what a value offers. */
function FewLines({ index, bytes, label, notes, menu }: FewLinesProps) {
  const base = useId()
  const area = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  // Lines that only close what is open hold no value.
  const values = useMemo(
    () => Array.from(index.lines.keys()).filter((line) => at(index.lines, line) < closing),
    [index],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const now = values.indexOf(active)
    const last = values.length - 1
    const to = { ArrowDown: Math.min(last, now + 1), ArrowUp: Math.max(0, now - 1), Home: 0, End: last }[event.key]
    const line = to === undefined ? undefined : values[to]
    if (line === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setActive(line)
    area.current?.children[line]?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div
      ref={area}
      className={styles.json}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={`${base}-${active}`}
      onKeyDown={onKeyDown}
    >
      {Array.from(index.lines.keys(), (line) => (
        <JsonLineView
          key={line}
          id={`${base}-${line}`}
          index={index}
          bytes={bytes}
          line={line}
          notes={notes}
          menu={menu}
          active={line === active}
        />
      ))}
    </div>
  )
}

interface JsonLineViewProps {
  index: JsonIndex
  bytes: Uint8Array
  line: number
  /** Notes behind values, by path. */
  notes?: ReadonlyMap<string, string> | undefined
  /** The kind of the values' context menu, see useValueMenu. */
  menu?: string
  /** The id of a line in a tree with keyboard navigation. */
  id?: string
  /** The keys have reached it. */
  active?: boolean
}

/** One line of laid out JSON, in colours; the same text as a row of `prettyJson`, but for notes. */
export const JsonLineView = memo(function JsonLineView(props: JsonLineViewProps) {
  const { index, bytes, line, notes, menu, id, active = false } = props
  const { depth, pieces } = jsonLine(index, bytes, line)
  const indent = indentOf(depth)
  const entry = at(index.lines, line)
  const note = notes === undefined || entry >= closing ? undefined : notes.get(differencePath(index, bytes, entry))
  // Where lines wrap, their rest begins below their text and not below the spaces before it.
  const hanging = { paddingLeft: `${indent.length}ch`, textIndent: `-${indent.length}ch` }
  return (
    <div
      data-part="json-line"
      className={styles.line}
      style={hanging}
      id={id}
      role={id === undefined ? undefined : entry < closing ? 'treeitem' : 'none'}
      aria-level={id === undefined || entry >= closing ? undefined : depth + 1}
      data-active={active || undefined}
      data-noted={note === undefined ? undefined : ''}
      data-menu={menu}
      data-node={entry}
    >
      {indent}
      {pieces.map((piece) =>
        'text' in piece ? (
          <span key={piece.text} className={styles.mark}>
            {piece.text}
          </span>
        ) : (
          <span key={piece.start} className={styles[piece.kind]}>
            <BytesText bytes={bytes} start={piece.start} end={piece.end} />
          </span>
        ),
      )}
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  )
})
