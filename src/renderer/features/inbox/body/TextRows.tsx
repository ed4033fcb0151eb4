import {
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
  use,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import {
  type RowText,
  placeNear,
  placeOfCaret,
  pointOf,
  comparePlaces,
  endsOf,
  exactText,
  isEmpty,
  lineAround,
  placeByKey,
  snapPlace,
  type TextPlace,
  type TextSelection,
  wholeOf,
  wordAt,
} from './rowText.ts'
import { useSelectAll, useCopy } from './bodyControls.tsx'
import { type RowsHandle, VirtualRows } from './VirtualRows.tsx'
import { cutAtMarks, MarksContext } from '../../../bytes/marks.ts'
import { textOf } from '../../../bytes/utf8.ts'
import { visibleText } from '../../../text/visibleText.tsx'
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

/** How far below or above the rows the pointer makes them scroll as fast as they can, px. */
const fullSpeed = 120

export interface TextSelector {
  /** Where the text is drawn, as long as it is; null when it is no longer. */
  attach(this: void, drawn: DrawnRows | null): void
  /** The same text in other rows, or another text: what is selected stays selected where it can. */
  setText(this: void, text: RowText): void
  /** Shows what is selected of the rows that are drawn. */
  show(this: void): void
  selectAll(this: void): void
  /** The text to copy for the browser's selection in the rows; null where the selection is not ours. */
  take(this: void, native: Range | null): string | null
  onMouseDown(this: void, event: MouseEvent<HTMLElement>): void
  onKeyDown(this: void, event: KeyboardEvent<HTMLElement>): void
}

export interface DrawnRows {
  /** The scrolling element; its rows have `data-row`. */
  area: HTMLElement
  rows: RowsHandle
}

/**
 * Selects and copies text of which only the rows in sight exist. The selection is kept as places in the text; the browser's
 * own is laid over the part that is drawn, so that it looks, and is offered for copying, as everywhere.
 */
export function createTextSelector(first: RowText): TextSelector {
  let text = first
  let drawn: DrawnRows | null = null
  let selection: TextSelection | null = null
  /** The last selection made by us, to distinguish it from the user's own. */
  let laid: StaticRange | null = null
  let stopDrag = () => {}

  const show = () => {
    // A selection elsewhere stays: only the focused area is selected.
    if (drawn !== null && document.activeElement === drawn.area) laid = layOver(drawn.area, selection, laid)
  }
  const select = (next: TextSelection | null) => {
    selection = next
    show()
  }
  return {
    attach: (next) => {
      drawn = next
      if (next === null) stopDrag()
      else show()
    },
    setText: (next) => {
      if (next === text) return
      stopDrag()
      const [before, now] = [text, selection]
      text = next
      selection = now === null ? null : moveTo(next, before, now)
    },
    show,
    selectAll: () => {
      drawn?.rows.focus()
      select(wholeOf(text))
    },
    take: (native) => {
      const isLaid = native === null || (laid !== null && isSame(native, laid))
      const wanted = isLaid || drawn === null ? selection : selectionOf(drawn.area, text, native)
      return wanted === null || isEmpty(wanted) ? null : exactText(text, wanted)
    },
    onMouseDown: (event) => {
      if (drawn === null || !isOnRows(drawn.area, event)) return
      const { area, rows } = drawn
      const placeAt = (x: number, y: number) => placeNear(area, text, rows.rowAt, { x, y })
      const place = placeAt(event.clientX, event.clientY)
      // The menu of what is selected; elsewhere there is nothing selected any more.
      if (event.button === 2 && selection !== null && !contains(selection, place)) select(null)
      if (event.button !== 0) return
      event.preventDefault()
      rows.focus()
      const unit = unitOf(text, event.detail)
      const kept = event.shiftKey ? selection?.anchor : undefined
      const [from, to] = kept === undefined ? unit(place) : [kept, kept]
      const extendTo = (at: TextPlace) => {
        const [start, end] = unit(at)
        const isBefore = comparePlaces(start, from) < 0
        select({ anchor: isBefore ? to : from, focus: isBefore ? start : end })
      }
      extendTo(place)
      stopDrag()
      stopDrag = followPointer(drawn, event.nativeEvent, (x, y) => extendTo(placeAt(x, y)))
    },
    onKeyDown: (event) => {
      const mod = event.ctrlKey || event.metaKey
      if (drawn === null || event.altKey || event.defaultPrevented) return
      if (mod && !event.shiftKey && event.key.toLowerCase() === 'a') select(wholeOf(text))
      else {
        if (!event.shiftKey || selection === null) return
        const focus = placeByKey(text, selection.focus, { key: event.key, far: mod }, drawn.rows.page())
        if (focus === null) return
        select({ anchor: selection.anchor, focus })
        drawn.rows.reveal(Math.min(focus.row, text.count - 1))
      }
      event.preventDefault()
    },
  }
}

/** The unit selected around a place: nothing, a word after two clicks, a line after three. */
function unitOf(text: RowText, clicks: number): (at: TextPlace) => [TextPlace, TextPlace] {
  if (clicks === 2) return (at) => wordAt(text, at)
  return clicks > 2 ? (at) => lineAround(text, at.row) : (at) => [at, at]
}

/** A selection in the rows of another layout of the same text; null when there is none. */
function moveTo(text: RowText, before: RowText, { anchor, focus }: TextSelection): TextSelection | null {
  if (text.placeOf === undefined || before.offsetOf === undefined) return null
  return { anchor: text.placeOf(before.offsetOf(anchor)), focus: text.placeOf(before.offsetOf(focus)) }
}

/** Lays the browser's selection over the drawn part of ours; what was laid, or null. */
function layOver(area: HTMLElement, selection: TextSelection | null, before: StaticRange | null): StaticRange | null {
  const native = document.getSelection()
  const range = selection === null ? null : drawnRange(area, selection)
  if (native === null || range === null) {
    if (before !== null) native?.removeAllRanges()
    return null
  }
  const { startContainer, startOffset, endContainer, endOffset } = range
  if (native.rangeCount === 0 || !isSame(native.getRangeAt(0), range)) {
    native.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
  }
  return new StaticRange(range)
}

/** The browser's selection as places in the text; null when it is not all in the rows. */
function selectionOf(area: HTMLElement, text: RowText, native: Range): TextSelection | null {
  const anchor = placeOfCaret(area, native.startContainer, native.startOffset)
  const focus = placeOfCaret(area, native.endContainer, native.endOffset)
  if (anchor === null || focus === null) return null
  return { anchor: snapPlace(text, anchor, 'before'), focus: snapPlace(text, focus, 'behind') }
}

/** The drawn part of a selection, or null when nothing of it is. */
function drawnRange(area: HTMLElement, selection: TextSelection): Range | null {
  const drawn = area.querySelectorAll<HTMLElement>('[data-row]')
  const [first, last] = [rowOf(drawn[0]), rowOf(drawn[drawn.length - 1])]
  const [from, to] = endsOf(selection)
  if (first === null || last === null || isEmpty(selection) || from.row > last || to.row < first) return null
  const start = pointOf(area, from.row < first ? { row: first, column: 0 } : from)
  const end = pointOf(area, to.row > last ? { row: last, column: Infinity } : to)
  if (start === null || end === null) return null
  const range = document.createRange()
  range.setStart(...start)
  range.setEnd(...end)
  return range.collapsed ? null : range
}

function rowOf(element: HTMLElement | undefined): number | null {
  return element === undefined ? null : Number(element.dataset['row'])
}

function isSame(now: AbstractRange, range: AbstractRange): boolean {
  return (
    now.startContainer === range.startContainer &&
    now.startOffset === range.startOffset &&
    now.endContainer === range.endContainer &&
    now.endOffset === range.endOffset
  )
}

function contains(selection: TextSelection, place: TextPlace): boolean {
  const [from, to] = endsOf(selection)
  return comparePlaces(from, place) <= 0 && comparePlaces(place, to) <= 0
}

/** Not on a scroll bar. */
function isOnRows(area: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, top } = area.getBoundingClientRect()
  return clientX < left + area.clientLeft + area.clientWidth && clientY < top + area.clientTop + area.clientHeight
}

/**
 * Follows the pointer until its button goes up, frame by frame: rows also move under a pointer that rests. Beyond
 * the area's edges it scrolls. Returns how to stop.
 */
function followPointer(
  { area, rows }: DrawnRows,
  begin: { clientX: number; clientY: number },
  onPlace: (x: number, y: number) => void,
): () => void {
  let [x, y] = [begin.clientX, begin.clientY]
  let handled = `${x} ${y} ${area.scrollTop} ${area.scrollLeft}`
  const frame = () => {
    request = requestAnimationFrame(frame)
    const { left, top, right, bottom } = area.getBoundingClientRect()
    const [across, down] = [beyond(x, left, right), beyond(y, top, bottom)]
    if (down !== 0) rows.by(speed(down))
    if (across !== 0) area.scrollLeft += speed(across)
    const now = `${x} ${y} ${area.scrollTop} ${area.scrollLeft}`
    if (now === handled) return
    handled = now
    onPlace(x, y)
  }
  let request = requestAnimationFrame(frame)
  const onMove = (event: globalThis.MouseEvent) => {
    if ((event.buttons & 1) === 0) stop()
    else [x, y] = [event.clientX, event.clientY]
  }
  const onUp = (event: globalThis.MouseEvent) => {
    if (event.button !== 0) return
    stop()
    if (event.clientX !== begin.clientX || event.clientY !== begin.clientY) onPlace(event.clientX, event.clientY)
  }
  const stop = () => {
    cancelAnimationFrame(request)
    document.removeEventListener('mousemove', onMove)
    document.removeEventListener('mouseup', onUp)
  }
  document.addEventListener('mousemove', onMove)
  document.addEventListener('mouseup', onUp)
  return stop
}

/** How far a coordinate is outside of a range; negative before it. */
function beyond(at: number, from: number, to: number): number {
  return at < from ? at - from : Math.max(0, at - to)
}

/** Pixels a frame: the farther away, the faster. */
function speed(distance: number): number {
  const part = Math.min(1, Math.abs(distance) / fullSpeed)
  return Math.sign(distance) * (4 + part * part * 200)
}
