import {
  type ComponentType,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isTyping } from '../hooks/typing.ts'
import styles from './ListBox.module.css'
import {
  indexByKey,
  type KeyedItems,
  type ListRows,
  type SeenRows,
  useListRows,
  useSteadyScroll,
} from './useListRows.ts'
import { useRowHeight } from '../hooks/changes.ts'

/** Draws the content of a row. A memo: a row moves whenever others arrive, and what is in it stays the same. */
export interface ListRowProps<T> {
  item: T
  /** The row's flags now, see `flagsOf`. */
  flags: string
  /** Its flags when it came into being. */
  born: string
}

export interface ListHandle {
  /** Chooses another item by rows; `Infinity` leads to an end. */
  move(this: void, rows: number): void
  toTop(this: void): void
  focus(this: void): void
}

/** Where a row is in a tree. */
export interface Nesting {
  /** From 1. */
  level: number
  /** Rows with the same parent; -1 while unknown. */
  setSize: number
  /** Its place among these, from 1. */
  position: number
  /** Whether rows below it are shown; undefined: it has none. */
  expanded?: boolean | undefined
}

interface ListBoxProps<T> extends KeyedItems<T> {
  /** The element's id; rows have ids that begin with it. */
  id: string
  /** Names the list for screen readers. */
  label: string
  /** The key of the item that is chosen, or null. It may be out of sight, or not in the list. */
  chosen: string | null
  onChoose: (item: T) => void
  /** Enter, on the chosen item. */
  onEnter: () => void
  Row: ComponentType<ListRowProps<T>>
  /** For the row element, such as its grid. */
  rowClass: string | undefined
  /** Makes it a tree: where each row is in it. Absent: a plain list. */
  nestingOf?: (item: T, index: number) => Nesting
  /** Several rows can be picked together: whether one is; null: none is picked, only the chosen one. Absent: they cannot. */
  isPicked?: ((item: T) => boolean) | null
  /** A key in the list with the place of the chosen row, or a click with that of the row: true where the owner did it. */
  onPress?: (event: KeyboardEvent | MouseEvent, index: number) => boolean
  /** The kind of the rows' context menu, see `useContextMenu`; absent: the browser's own. */
  menu?: string | undefined
  /** Words for a row's state, separated by spaces; its element has them in `data-flags`, and the first ones in `data-born`. */
  flagsOf?: (item: T, index: number) => string
  /** Total number of items; -1 while unknown. */
  total: number
  /** Asks for more items; absent when there are none. */
  onNearEnd?: (() => void | Promise<void>) | undefined
  /** More items are requested this many rows before the end. */
  ahead: number
  /** Identifies the list's contents: when it changes, the list begins at the top and shows the chosen item again. */
  place: string
  /** The first item is followed: rows that arrive may push the others down, and the list stays where it is. */
  following?: boolean
  /** The items belong to the place. */
  settled?: boolean
  /** Whenever it scrolls. @param firstSeen the first row in sight */
  onScroll?: ((firstSeen: number) => void) | undefined
  /** Whenever it scrolls, and whenever other items are in sight. */
  onSight?: (items: readonly T[], firstSeen: number, lastSeen: number) => void
  handle?: Ref<ListHandle>
  /** Before and behind the rows, in the area that scrolls. */
  head?: ReactNode
  foot?: ReactNode
}

/**
 * A list of any length of which one item is chosen: only the rows in sight exist, one row of the design high. Arrows, Page
 * Up and Down, Home, End and Enter; `move` for the owner's own keys. Rows have their place in `data-index`.
 */
export function ListBox<T>(props: ListBoxProps<T>) {
  const { id, label, items, keyOf, indexOf = indexByKey, chosen, onChoose, onEnter, total } = props
  const { Row, rowClass, menu, flagsOf, nestingOf, isPicked, onPress, handle, head, foot } = props
  const rowHeight = useRowHeight()
  const scroller = useSteadyScroll({ ...props, rowHeight })
  const onScroll = ({ first, last }: SeenRows) => {
    props.onScroll?.(first)
    props.onSight?.(items, first, last)
  }
  const rows = useListRows(scroller, { count: items.length, rowHeight, onScroll })
  const { first, last } = rows.drawn
  const choose = (index: number) => {
    const item = items[index]
    if (item !== undefined) onChoose(item)
  }
  const move = (by: number) => {
    const from = chosen === null ? -1 : indexOf({ items, keyOf }, chosen)
    const index = Math.min(items.length - 1, Math.max(0, from + by))
    choose(index)
    // It may be chosen already, and yet be out of sight.
    if (index >= 0) rows.reveal(index)
  }
  useListHandle(handle, scroller, move)
  useNearEnd(props, last)
  useSight(props, rows)
  const chosenIndex = useChosenInSight(props, rows)

  const onClick = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    const index = Number(row?.dataset['index'] ?? -1)
    if (index !== -1 && onPress?.(event, index) !== true) choose(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (onPress?.(event, chosenIndex) === true) {
      event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = rows.page()
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter') onEnter()
    else return
    event.preventDefault()
  }
  const isDrawn = chosenIndex >= first && chosenIndex <= last
  return (
    <div ref={scroller} className={styles.scroll}>
      {head}
      <ListArea
        id={id}
        isTree={nestingOf !== undefined}
        aria-label={label}
        aria-multiselectable={isPicked !== undefined || undefined}
        aria-activedescendant={isDrawn && chosen !== null ? rowId(id, chosen) : undefined}
        style={{ height: rows.pixels }}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {items.slice(first, last + 1).map((item, offset) => {
          const index = first + offset
          const key = keyOf(item)
          return (
            <Option
              key={key}
              id={rowId(id, key)}
              {...{ item, index, Row, rowClass, menu }}
              top={index * rowHeight}
              flags={flagsOf?.(item, index) ?? ''}
              isChosen={key === chosen}
              selected={isPicked == null ? key === chosen : isPicked(item)}
              isTree={nestingOf !== undefined}
              {...(nestingOf?.(item, index) ?? { level: undefined, setSize: total, position: index + 1 })}
            />
          )
        })}
      </ListArea>
      {foot}
    </div>
  )
}

function useListHandle(
  handle: Ref<ListHandle> | undefined,
  scroller: RefObject<HTMLElement | null>,
  move: ListHandle['move'],
): void {
  useImperativeHandle(handle, () => ({
    move,
    toTop: () => scroller.current?.scrollTo({ top: 0 }),
    focus: () => scroller.current?.querySelector<HTMLElement>(':scope > [tabindex]')?.focus({ preventScroll: true }),
  }))
}

/** The element that holds the rows, and the focus. */
function ListArea({ isTree, ...rest }: HTMLAttributes<HTMLDivElement> & { isTree: boolean }) {
  const all = { ...rest, tabIndex: 0, className: styles.list, onFocus: keepFocus, onMouseDown: keepText }
  return isTree ? <div role="tree" {...all} /> : <div role="listbox" {...all} />
}

/**
 * `j` and `k` choose the next and the previous item from anywhere on the page; the arrows do while the list has the focus.
 * The focus goes to the list: Enter opens what is chosen, and presses no button that was used before.
 */
export function useMoveKeys(list: RefObject<ListHandle | null>): void {
  useEffect(() => {
    const steps: Record<string, number> = { j: 1, k: -1 }
    const onKey = (event: globalThis.KeyboardEvent) => {
      const step = steps[event.key]
      if (step === undefined || isTyping(event)) return
      event.preventDefault()
      list.current?.move(step)
      list.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list])
}

interface OptionProps<T> extends Omit<Nesting, 'level'> {
  id: string
  item: T
  /** Place in the list, from 0. */
  index: number
  isTree: boolean
  level: number | undefined
  /** Distance from the top of the list, px. */
  top: number
  flags: string
  isChosen: boolean
  /** Is picked; where none is, chosen. */
  selected: boolean
  Row: ComponentType<ListRowProps<T>>
  rowClass: string | undefined
  menu: string | undefined
}

/** A row in its place. */
function PlainOption<T>(props: OptionProps<T>) {
  const { id, item, index, top, flags, selected, Row, rowClass, menu } = props
  const [born] = useState(flags)
  return (
    <div
      id={id}
      role={props.isTree ? 'treeitem' : 'option'}
      tabIndex={-1}
      aria-selected={selected}
      aria-level={props.level}
      aria-expanded={props.expanded}
      aria-setsize={props.setSize}
      aria-posinset={props.position}
      data-chosen={props.isChosen || undefined}
      className={`${styles.row} ${rowClass}`}
      data-index={index}
      data-menu={menu}
      data-flags={flags || undefined}
      data-born={born || undefined}
      style={{ top }}
    >
      <Row item={item} flags={flags} born={born} />
    </div>
  )
}

/** `memo` forgets that it is generic. */
const Option = memo(PlainOption) as typeof PlainOption

/** Keys may hold what suits no id. */
function rowId(list: string, key: string): string {
  return `${list}-${encodeURIComponent(key)}`
}

/** A row that is clicked would take the focus along when it is scrolled away: the list keeps it. */
function keepFocus({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget) currentTarget.focus({ preventScroll: true })
}

/** With Shift a click picks rows, and no text. */
function keepText(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey || event.button !== 0) return
  event.preventDefault()
  event.currentTarget.focus({ preventScroll: true })
}

function useNearEnd<T>({ items, ahead, onNearEnd }: ListBoxProps<T>, last: number): void {
  const isNear = last >= items.length - ahead
  useEffect(() => {
    if (isNear && items.length > 0) void onNearEnd?.()
  }, [isNear, items, onNearEnd])
}

/** Reports the rows in sight whenever these are others, or the items are. */
function useSight<T>({ items, onSight }: ListBoxProps<T>, { height, seen }: ListRows): void {
  const latest = useRef(seen)
  useLayoutEffect(() => {
    latest.current = seen
  })
  useEffect(() => {
    const { first, last } = latest.current(height)
    if (last >= first) onSight?.(items, first, last)
  }, [onSight, items, height])
}
/**
 * Brings the chosen item into sight when the choice changes, and once more in a new list: arrivals do not pull the list
 * back to it. It stays in sight when the list gets lower, such as by a banner. Returns its place, or -1.
 */
function useChosenInSight<T>(
  { items, keyOf, indexOf = indexByKey, chosen, place, following = false, settled = true }: ListBoxProps<T>,
  { height, seen, reveal }: ListRows,
): number {
  const index = chosen === null ? -1 : indexOf({ items, keyOf }, chosen)
  const latest = useRef({ index, reveal })
  useLayoutEffect(() => {
    latest.current = { index, reveal }
  })
  const sought = useRef('')
  useEffect(() => {
    const wanted = `${place} ${chosen}`
    if (!settled || following || chosen === null || sought.current === wanted) return
    sought.current = wanted
    const { index, reveal } = latest.current
    if (index !== -1) reveal(index)
  }, [chosen, following, place, settled])
  const before = useRef(height)
  useLayoutEffect(() => {
    const was = before.current
    before.current = height
    if (height >= was) return
    const { first, last } = seen(was)
    if (index >= first && index <= last) reveal(index)
  })
  return index
}
