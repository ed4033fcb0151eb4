import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { RowText } from './rowText.ts'
import { useSelectAll } from './selectAll.ts'
import { createTextSelector } from './textSelector.ts'
import { useCopy } from './CopyLazily.tsx'
import { type RowsHandle, VirtualRows } from './VirtualRows.tsx'

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
