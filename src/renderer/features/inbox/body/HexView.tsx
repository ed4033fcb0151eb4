import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { bytesPerRow, columnsOfRow, gapInHex, hexText, printable, textInHex, textOf } from '../../../bytes/utf8.ts'
import { cutAtMarks, type Marks, MarksContext } from '../../../bytes/marks.ts'
import { uiWords } from '../../../ui/words.ts'
import { CopyLazily, useCopy, useSelectAll } from './bodyControls.tsx'
import { type RowsHandle, VirtualRows, columnsOf, useReveal } from './VirtualRows.tsx'
import { bodyWords as words } from './words.ts'
import styles from './Body.module.css'

/** Every byte: offset, hex and text, with a selection of bytes that can be copied. */
export function HexView({ bytes }: { bytes: Uint8Array }) {
  const area = useRef<HTMLDivElement>(null)
  const perRow = useBytesPerRow(area)
  const rows = useRef<RowsHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const marks = use(MarksContext)
  const selection = useByteSelection(bytes.length, perRow)
  const { cursor, from, to } = selection
  useReveal(rows, (offset) => Math.floor(offset / perRow))
  const onKeyDown = (event: KeyboardEvent) => {
    const target = selection.targetOf(event, rows.current?.page() ?? 1)
    if (target === null) return
    event.preventDefault()
    selection.go(target, event.shiftKey)
    rows.current?.reveal(Math.floor(target / perRow))
  }
  const onPointer = (event: PointerEvent) => {
    const offset = event.target instanceof HTMLElement ? event.target.dataset['at'] : undefined
    if (offset === undefined || (event.buttons & 1) === 0) return
    selection.go(Number(offset), event.type === 'pointermove' || event.shiftKey)
  }
  const chosen = bytes.subarray(from, to + 1)
  useCopy(scroller, () => hexText(chosen))
  useSelectAll(() => {
    rows.current?.focus()
    selection.go(0, false)
    selection.go(bytes.length - 1, true)
  })
  return (
    <>
      <div ref={area} className={styles.monoView}>
        <VirtualRows
          handle={rows}
          area={scroller}
          count={Math.ceil(bytes.length / perRow)}
          label={words.hexLabel}
          role="application"
          aria-roledescription={words.hexRole}
          className={styles.hexView}
          onKeyDown={onKeyDown}
          onPointerDown={onPointer}
          onPointerMove={onPointer}
        >
          {(row) => (
            <HexRow
              bytes={bytes}
              row={row}
              perRow={perRow}
              marks={marks}
              {...within(row * perRow, perRow, selection)}
            />
          )}
        </VirtualRows>
      </div>
      <div className={styles.foot}>
        <output className={`${styles.footText} numbers`} title={words.hexKeys}>
          {from === to ? words.byteAt(cursor, bytes[cursor] ?? 0) : words.selected(to - from + 1, from, to)}
        </output>
        <CopyLazily what={words.selectedHex} label={uiWords.copy(words.selectedHex)} text={() => hexText(chosen)} />
        <CopyLazily what={words.selectedText} label={uiWords.copy(words.selectedText)} text={() => textOf(chosen)} />
      </div>
    </>
  )
}

/** The selection as far as it touches a row, so that other rows need not be drawn again. */
function within(start: number, perRow: number, { cursor, from, to }: ByteSelection) {
  const touches = to >= start && from < start + perRow
  return { cursor: touches ? cursor : -1, from: touches ? from : -1, to: touches ? to : -1 }
}

interface HexRowProps {
  bytes: Uint8Array
  row: number
  perRow: number
  marks: Marks
  cursor: number
  from: number
  to: number
}

const HexRow = memo(function HexRow({ bytes, row, perRow, marks, cursor, from, to }: HexRowProps) {
  const start = row * perRow
  const end = Math.min(bytes.length, start + perRow)
  const found = cutAtMarks(marks, start, end)
  const firstChosen = Math.max(start, from)
  const lookOf = (at: number, inHex: boolean) => {
    const mark = found.find((piece) => at < piece.end)?.mark ?? 'none'
    const classes: (string | false | undefined)[] = [
      mark === 'current' && styles.foundNow,
      mark === 'found' && styles.found,
    ]
    if (at >= from && at <= to) classes.push(styles.byteChosen)
    // The space before it is not chosen.
    if (inHex && at === firstChosen && at <= to) classes.push(styles.byteFirst)
    if (at === cursor) classes.push(styles.byteCursor)
    return {
      'data-mark': mark === 'none' ? undefined : mark,
      'data-part': at === cursor ? 'byte-cursor' : undefined,
      className: classes.filter(Boolean).join(' ') || (inHex ? undefined : styles.hexText),
    }
  }
  const offsets = Array.from({ length: end - start }, (_, index) => start + index)
  return (
    <>
      <span className={styles.hexOffset}>{start.toString(16).padStart(8, '0')}</span>
      {offsets.map((at) => (
        <span key={at} data-at={at} {...lookOf(at, true)}>
          {textInHex(at, bytes[at] as number, perRow)}
        </span>
      ))}
      <span>{gapInHex(offsets.length, perRow)}</span>
      {offsets.map((at) => (
        <span key={at} data-at={at} {...lookOf(at, false)}>
          {printable(bytes[at] as number)}
        </span>
      ))}
    </>
  )
})

/** A run of bytes, with the end that moves. */
interface ByteSelection {
  cursor: number
  /** First and last byte. */
  from: number
  to: number
  go(offset: number, extend: boolean): void
  /** Where a key leads, or null when it is none of ours. */
  targetOf(event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }, page: number): number | null
}

/** A selection among bytes that is always at least one byte. `perRow`: how many are in a row. */
function useByteSelection(length: number, perRow: number): ByteSelection {
  const [{ cursor, anchor }, setState] = useState({ cursor: 0, anchor: 0 })
  const clamp = (offset: number) => Math.max(0, Math.min(length - 1, offset))
  return {
    cursor,
    from: Math.min(cursor, anchor),
    to: Math.max(cursor, anchor),
    go: (offset, extend) =>
      setState((state) => ({ cursor: clamp(offset), anchor: extend ? state.anchor : clamp(offset) })),
    targetOf: ({ key, ctrlKey, metaKey, altKey }, page) => {
      if (metaKey || altKey) return null
      const row = cursor - (cursor % perRow)
      const targets: Record<string, number> = ctrlKey
        ? { Home: 0, End: length - 1 }
        : {
            ArrowLeft: cursor - 1,
            ArrowRight: cursor + 1,
            ArrowUp: cursor - perRow,
            ArrowDown: cursor + perRow,
            PageUp: cursor - page * perRow,
            PageDown: cursor + page * perRow,
            Home: row,
            End: row + perRow - 1,
          }
      const target = targets[key]
      return target === undefined ? null : clamp(target)
    },
  }
}

/** Room for the scroll bar. */
const spare = 2

/** The bytes in a row of a hex view: sixteen, or eight where the text next to them would be out of sight. */
function useBytesPerRow(area: RefObject<HTMLElement | null>): number {
  const [perRow, setPerRow] = useState(bytesPerRow)
  useLayoutEffect(() => {
    const element = area.current
    if (element === null) return
    const measure = () => setPerRow(columnsOf(element) - spare < columnsOfRow ? bytesPerRow / 2 : bytesPerRow)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])
  return perRow
}
