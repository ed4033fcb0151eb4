import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState, use } from 'react'
import type { RowText } from './rowText.ts'
import { useSelectAll, useCopy } from './bodyCommands.tsx'
import { createTextSelector } from './textSelector.ts'
import { type RowsHandle, VirtualRows } from './VirtualRows.tsx'
import { cutAtMarks, MarksContext } from '../../../bytes/marks.ts'
import { textOf } from '../../../bytes/utf8.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { cutFor, cutNote, lineEnd } from './layouts.ts'
import styles from './Body.module.css'

interface TextRowsProps {
  text: RowText
  label: string
  rows?: RefObject<RowsHandle | null>
  className?: string | undefined
  /** Draws a row, with exactly the text that `text` has for it. */
  children: (row: number) => ReactNode
}

/** Rows of a text that can be selected and copied whole, however few of them are drawn. */
export function TextRows({ text, label, rows, className, children }: TextRowsProps) {
  const area = useRef<HTMLDivElement>(null)
  const own = useRef<RowsHandle>(null)
  const handle = rows ?? own
  const [selector] = useState(() => createTextSelector(text))
  useLayoutEffect(() => {
    selector.setText(text)
    if (area.current !== null && handle.current !== null) {
      selector.attach({ area: area.current, rows: handle.current })
    }
  })
  useLayoutEffect(() => () => selector.attach(null), [selector])
  useCopy(area, selector.take)
  useSelectAll(selector.selectAll)
  return (
    <VirtualRows
      handle={handle}
      area={area}
      count={text.count}
      label={label}
      className={className ?? ''}
      onDrawn={selector.show}
      onFocus={selector.show}
      onMouseDown={selector.onMouseDown}
      onKeyDown={selector.onKeyDown}
    >
      {children}
    </VirtualRows>
  )
}

interface BytesTextProps {
  bytes: Uint8Array
  start: number
  end: number
  /** More bytes than this are cut for the eye. */
  most?: number
}

/** A range of bytes as text in one line, with what hides made visible and what was searched for marked; see `piecesOf`. */
export function BytesText({ bytes, start, end, most }: BytesTextProps) {
  const marks = use(MarksContext)
  const until = cutFor(bytes, start, end, most)
  const text = textOf(bytes, start, until)
  // A search for bytes may find half of a character: what is shown stays the same text, marked or not.
  const unitAt = (offset: number) => {
    if (offset === start) return 0
    if (offset === until) return text.length
    const unit = textOf(bytes, start, offset).length
    return (text.codePointAt(unit - 1) ?? 0) > 0xffff ? unit - 1 : unit
  }
  return (
    <>
      {cutAtMarks(marks, start, until).map((piece) => {
        const shown = visibleText(text.slice(unitAt(piece.start), unitAt(piece.end))).replace(/\n/g, lineEnd)
        if (piece.mark === 'none') return shown
        return (
          <mark
            key={piece.start}
            data-mark={piece.mark}
            className={piece.mark === 'current' ? styles.foundNow : styles.found}
          >
            {shown}
          </mark>
        )
      })}
      {until < end && <span className={styles.cutOff}>{cutNote(end - until)}</span>}
    </>
  )
}
