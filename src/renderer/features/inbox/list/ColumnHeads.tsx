import { Columns3 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useCommands } from '../../../commands/useCommands.ts'
import type { MenuEntry } from '../../../ui/popups/MenuPopup.tsx'
import { MenuButton, useContextMenu } from '../../../ui/popups/Popups.tsx'
import { tip } from '../../../ui/basics/Button.tsx'
import {
  automaticColumns,
  type ColumnKey,
  columnKeys,
  type ColumnLayout,
  columnWidths,
  moveColumn,
  ownWidth,
  showColumn,
  widenColumn,
  useListSettings,
} from './columns.ts'
import { columnNames, columnWords as words } from './words.ts'
import styles from './DeliveryList.module.css'

/** The names of the columns. Each can be moved, made wider and hidden, by pointer, by key and in its menu. */
export function ColumnHeads({ layout: { keys } }: { layout: ColumnLayout }) {
  const heads = useRef<HTMLDivElement>(null)
  const { move, widen, said } = useColumnChanges(keys, heads)
  const [current, setCurrent] = useState<ColumnKey>('event')
  const [drop, setDrop] = useState<{ key: ColumnKey; to: number } | null>(null)
  useColumnMenu(keys, move, widen)
  const stop = keys.includes(current) ? current : 'event'
  const onKeyDown = (event: KeyboardEvent, key: ColumnKey) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const wider = { '+': 1, '=': 1, '-': -1 }[event.key]
    if (step !== undefined && event.shiftKey) move(key, step)
    else if (step !== undefined) headOf(heads.current, keys[keys.indexOf(key) + step])?.focus()
    else if (wider !== undefined) widen(key, wider * columnWidths.step)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={heads} className={styles.heads} role="toolbar" aria-label={words.heads}>
      <span />
      {keys.map((key, place) => (
        <div
          key={key}
          className={styles.head}
          data-column={key}
          data-menu="column"
          data-drop={
            drop !== null && drop.to === place ? (place < keys.indexOf(drop.key) ? 'before' : 'after') : undefined
          }
          data-after={place > keys.indexOf('event') || undefined}
        >
          <HeadButton
            name={key}
            isStop={key === stop}
            onFocus={() => setCurrent(key)}
            onKeyDown={(event) => onKeyDown(event, key)}
            onDrag={(x) => setDrop({ key, to: placeAt(heads.current, keys, x) })}
            onDrop={(x) => {
              // Not where it was last drawn: a busy machine may have drawn nothing since the drag began.
              move(key, placeAt(heads.current, keys, x) - place)
              setDrop(null)
            }}
          />
          {key !== 'event' && <Edge name={key} isLeft={place > keys.indexOf('event')} onWiden={widen} />}
        </div>
      ))}
      <output className="unseen">{said}</output>
    </div>
  )
}

type Widen = (key: ColumnKey, by: number | null, from?: number) => void

/** Moves and widens columns, keeps that, and says it. The focus stays on the column. */
function useColumnChanges(keys: readonly ColumnKey[], heads: RefObject<HTMLDivElement | null>) {
  const [{ columns }, change] = useListSettings()
  const [said, setSaid] = useState('')
  const moved = useRef<ColumnKey | null>(null)
  useLayoutEffect(() => {
    // An element that is moved in the page loses the focus.
    if (moved.current !== null) headOf(heads.current, moved.current)?.focus()
    moved.current = null
  })
  const move = (key: ColumnKey, by: number) => {
    const next = moveColumn(columns, keys, key, by)
    if (next === columns) return
    moved.current = key
    change({ columns: next })
    setSaid(words.place(columnNames[key], Math.min(keys.length, Math.max(1, keys.indexOf(key) + by + 1)), keys.length))
  }
  const widen: Widen = (key, by, from) => {
    if (key === 'event') return
    const width = headOf(heads.current, key)?.parentElement?.getBoundingClientRect().width ?? ownWidth(key)
    const next = widenColumn(columns, key, by === null ? null : (from ?? width) + by)
    change({ columns: next })
    setSaid(words.width(columnNames[key], next.widths[key] ?? ownWidth(key)))
  }
  return { move, widen, said }
}

function headOf(heads: HTMLElement | null, key: ColumnKey | undefined): HTMLElement | null {
  return key === undefined ? null : (heads?.querySelector<HTMLElement>(`[data-column="${key}"] > button`) ?? null)
}

/** The place among the columns that a pointer is over. @param x px, as in pointer events */
function placeAt(heads: HTMLElement | null, keys: readonly ColumnKey[], x: number): number {
  const place = keys.findIndex((key) => {
    const box = headOf(heads, key)?.parentElement?.getBoundingClientRect()
    return box !== undefined && x < box.right
  })
  return place === -1 ? keys.length - 1 : place
}

interface HeadButtonProps {
  name: ColumnKey
  /** Tab leads to this one of them. */
  isStop: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  /** While it is dragged. @param x px, as in pointer events */
  onDrag: (x: number) => void
  /** @param x as of `onDrag` */
  onDrop: (x: number) => void
}

/** Minimum movement of a drag, px; less is a click. */
const dragFrom = 5

function HeadButton({ name, isStop, onFocus, onKeyDown, onDrag, onDrop }: HeadButtonProps) {
  const begun = useRef<{ x: number; drags: boolean } | null>(null)
  const onPointerMove = ({ clientX }: PointerEvent) => {
    const drag = begun.current
    if (drag === null) return
    drag.drags ||= Math.abs(clientX - drag.x) > dragFrom
    if (drag.drags) onDrag(clientX)
  }
  return (
    <button
      type="button"
      className={styles.headName}
      tabIndex={isStop ? 0 : -1}
      aria-haspopup="menu"
      {...tip([words.about[name], words.keys].filter((text) => text !== undefined).join(' '))}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        begun.current = { x: event.clientX, drags: false }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={({ clientX }) => {
        if (begun.current?.drags === true) onDrop(clientX)
      }}
      onClick={({ currentTarget }) => {
        const dragged = begun.current?.drags === true
        begun.current = null
        if (!dragged) currentTarget.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
      }}
    >
      {columnNames[name]}
    </button>
  )
}

/** The edge that a pointer pulls to make a column wider: the one that is not held by the edge of the list. */
function Edge({ name, isLeft, onWiden }: { name: ColumnKey; isLeft: boolean; onWiden: Widen }) {
  const begun = useRef<{ x: number; width: number } | null>(null)
  return (
    <span
      className={styles.edge}
      data-side={isLeft ? 'left' : 'right'}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const width = event.currentTarget.parentElement?.getBoundingClientRect().width ?? ownWidth(name)
        begun.current = { x: event.clientX, width }
      }}
      onPointerMove={({ clientX }) => {
        if (begun.current === null) return
        const { x, width } = begun.current
        onWiden(name, isLeft ? x - clientX : clientX - x, width)
      }}
      onPointerUp={() => {
        begun.current = null
      }}
      onDoubleClick={() => onWiden(name, null)}
    />
  )
}

/** The menu of a column's head. */
function useColumnMenu(keys: readonly ColumnKey[], move: (key: ColumnKey, by: number) => void, widen: Widen): void {
  const [{ columns }, change] = useListSettings()
  useContextMenu('column', (head) => {
    const key = keys.find((one) => one === head.dataset['column'])
    if (key === undefined) return null
    const place = keys.indexOf(key)
    const hidden = columnKeys.filter((one) => !keys.includes(one))
    const isFlexible = key === 'event'
    const entries: (MenuEntry | false)[] = [
      place > 0 && { id: 'left', label: words.moveLeft, run: () => move(key, -1) },
      place < keys.length - 1 && { id: 'right', label: words.moveRight, run: () => move(key, 1) },
      !isFlexible && { id: 'wider', label: words.wider, run: () => widen(key, 2 * columnWidths.step) },
      !isFlexible && { id: 'narrower', label: words.narrower, run: () => widen(key, -2 * columnWidths.step) },
      columns.widths[key] !== undefined && { id: 'own', label: words.ownWidth, run: () => widen(key, null) },
      { id: 'line', isLine: true },
      !isFlexible && {
        id: 'hide',
        label: words.hide,
        run: () => change({ columns: showColumn(columns, key, false) }),
      },
      hidden.length > 0 && {
        id: 'show',
        label: words.show,
        entries: hidden.map((one) => ({
          id: one,
          label: columnNames[one],
          run: () => change({ columns: showColumn(columns, one, true) }),
        })),
      },
      { id: 'reset', label: words.reset, run: () => change({ columns: automaticColumns }) },
    ]
    return { label: words.menu(columnNames[key]), entries: entries.filter((entry) => entry !== false) }
  })
}

/** The button with what the list shows: threads, and each column; the palette has the same. */
export function ListMenu({ shown }: { shown: readonly ColumnKey[] }) {
  const [{ folds, columns }, change] = useListSettings()
  const toggleFolds = () => change({ folds: !folds })
  const reset = () => change({ columns: automaticColumns })
  const choices = columnKeys
    .filter((key) => key !== 'event')
    .map((key) => ({
      id: key,
      label: columnNames[key],
      checked: shown.includes(key),
      run: () => change({ columns: showColumn(columns, key, !shown.includes(key)) }),
    }))
  useCommands(() => [
    {
      id: 'list.fold',
      title: words.foldCommand,
      group: 'list',
      alsoFoundBy: words.alsoFold,
      checked: folds,
      run: toggleFolds,
    },
    ...choices.map(({ id, label, checked, run }) => ({
      id: `list.column.${id}`,
      title: words.columnCommand(label),
      group: 'list' as const,
      alsoFoundBy: words.alsoColumn,
      checked,
      run,
    })),
    { id: 'list.columns.reset', title: words.reset, group: 'list', run: reset },
  ])
  const entries: MenuEntry[] = [
    { id: 'fold', label: words.folds, hint: words.foldsHint, checked: folds, run: toggleFolds },
    { id: 'columns', isLine: true },
    ...choices,
    { id: 'end', isLine: true },
    { id: 'reset', label: words.reset, run: reset },
  ]
  return <MenuButton label={words.view} hint={words.viewHint} icon={<Columns3 />} entries={entries} />
}
