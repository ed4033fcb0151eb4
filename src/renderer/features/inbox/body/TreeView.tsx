import { FoldVertical, UnfoldVertical } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState, memo } from 'react'
import { flushSync } from 'react-dom'
import {
  at,
  holdsValues,
  type JsonIndex,
  nodeAt,
  none,
  hasFlag,
  kindOf,
  childrenOf,
  firstTree,
  revealNode,
  setAllOpen,
  setOpen,
  toggleNode,
  type TreeRows,
  pieceKind,
} from '../../../bytes/jsonIndex.ts'
import { textOf } from '../../../bytes/utf8.ts'
import { rowOf } from '../../../bytes/jsonIndex.ts'
import { IconButton } from '../../../ui/basics/Button.tsx'
import { BarSlot, useSelectAll, useCopy, useValueMenu } from './bodyControls.tsx'
import { TreeDetail } from './BodyNotes.tsx'
import { type RowsHandle, useSearchPlace, VirtualRows } from './VirtualRows.tsx'
import { maxIndent } from './layouts.ts'
import { bodyWords as words } from './words.ts'
import notesStyles from '../../../ui/notes/Notes.module.css'
import styles from './Body.module.css'
import { BytesText } from './TextRows.tsx'
import { endThatDiffers, readAsNumber } from '../../../bytes/indexJson.ts'
import { endOfString } from '../../../../shared/basics/readJson.ts'

/** JSON as a tree: values fold and open, one is selected, and what it could mean is shown below. */
export function TreeView({ index, bytes }: { index: JsonIndex; bytes: Uint8Array }) {
  const id = useId()
  const menu = useValueMenu(index, bytes, 'body')
  const rows = useRef<RowsHandle>(null)
  const area = useRef<HTMLDivElement>(null)
  const [tree, setTree] = useState(() => firstTree(index))
  const [selected, setSelected] = useState(0)
  const [pointed, setPointed] = useState<number | null>(null)
  const select = (node: number, next: TreeRows = tree) => {
    if (next !== tree) setTree(next)
    setSelected(node)
    setPointed(null)
    rows.current?.reveal(rowOf(next, node))
  }
  const onKeyDown = useTreeKeys({ index, tree, selected, select, page: () => rows.current?.page() ?? 1 })
  const mouse = useTreeMouse({ index, tree, select, pick: setSelected, point: setPointed })
  useSearchPlace((offset) => {
    const node = nodeAt(index, offset)
    select(node, revealNode(index, tree, node))
  })
  // A part of the selected row's text is the browser's to copy.
  useCopy(area, (native) =>
    native === null ? textOf(bytes, at(index.start, selected), at(index.end, selected)) : null,
  )
  useSelectAll(() => {
    rows.current?.focus()
    select(0)
  })
  const toggleAll = (open: boolean) => {
    const next = setAllOpen(index, open)
    setTree(next)
    setSelected(next.rows[rowOf(next, selected)] ?? 0)
  }
  const activeRow = rowOf(tree, selected)
  return (
    <>
      <BarSlot>
        <IconButton icon={<UnfoldVertical />} label={words.openAll} onClick={() => toggleAll(true)} />
        <IconButton icon={<FoldVertical />} label={words.foldAll} onClick={() => toggleAll(false)} />
      </BarSlot>
      {index.deepest > maxIndent && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {words.levels(index.deepest, maxIndent)}
        </p>
      )}
      <VirtualRows
        handle={rows}
        area={area}
        role="tree"
        label={words.treeLabel}
        aria-activedescendant={`${id}-${selected}`}
        className={styles.treeView}
        count={tree.rows.length}
        kept={activeRow}
        onKeyDown={onKeyDown}
        {...mouse}
      >
        {(row) => {
          const node = at(tree.rows, row)
          return (
            <TreeRow
              id={`${id}-${node}`}
              {...{ index, bytes, node, menu }}
              open={tree.open[node] === 1}
              selected={node === selected}
              describedBy={node === selected ? `${id}-about` : undefined}
            />
          )
        }}
      </VirtualRows>
      <TreeDetail {...{ index, bytes, selected }} pointed={pointed} aboutId={`${id}-about`} />
    </>
  )
}

interface TreeMouse {
  index: JsonIndex
  tree: TreeRows
  select(node: number, next: TreeRows): void
  pick(node: number): void
  point(node: number | null): void
}

/** Mouse actions in the tree; rows have their value in `data-node`. */
function useTreeMouse({ index, tree, select, pick, point }: TreeMouse) {
  const nodeOf = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null
    return row === null ? null : Number(row.dataset['node'])
  }
  return {
    onMouseDown: (event: MouseEvent) => {
      const node = nodeOf(event)
      // Before the browser begins to select text: only in the selected row it can, see Body.css.
      if (node !== null && event.button === 0) flushSync(() => pick(node))
    },
    onClick: (event: MouseEvent) => {
      const node = nodeOf(event)
      if (node === null) return
      const onFold = event.target instanceof Element && event.target.closest('[data-part="tree-fold"]') !== null
      select(node, onFold && holdsValues(index, node) ? toggleNode(index, tree, node) : tree)
    },
    onDoubleClick: (event: MouseEvent) => {
      const node = nodeOf(event)
      if (node !== null && holdsValues(index, node)) select(node, toggleNode(index, tree, node))
    },
    onMouseOver: (event: MouseEvent) => point(nodeOf(event)),
    onMouseLeave: () => point(null),
  }
}

interface TreeKeys {
  index: JsonIndex
  tree: TreeRows
  selected: number
  /** Selects a value, in another tree when one is given. */
  select(node: number, tree?: TreeRows): void
  /** How many rows are in sight. */
  page(): number
}

/** The keys of a tree, as in other trees: arrows, Home, End, Page Up and Down, `*` for all beside, Enter and Space. */
function useTreeKeys({ index, tree, selected, select, page }: TreeKeys): (event: KeyboardEvent) => void {
  const isOpen = tree.open[selected] === 1 && at(index.children, selected) > 0
  const canOpen = !isOpen && at(index.children, selected) > 0
  const parent = at(index.parent, selected)
  const move = (by: number) => {
    const row = Math.max(0, Math.min(tree.rows.length - 1, rowOf(tree, selected) + by))
    select(at(tree.rows, row))
  }
  const toggle = () => {
    if (at(index.children, selected) > 0) select(selected, toggleNode(index, tree, selected))
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(page()),
    PageUp: () => move(-page()),
    Home: () => move(-tree.rows.length),
    End: () => move(tree.rows.length),
    ArrowRight: () => {
      if (canOpen) toggle()
      else if (isOpen) move(1)
    },
    ArrowLeft: () => {
      if (isOpen) toggle()
      else if (parent !== none) select(parent)
    },
    '*': () => select(selected, setOpen(index, tree, parent === none ? [selected] : childrenOf(index, parent), true)),
    Enter: toggle,
    ' ': toggle,
  }
  return (event) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }
}

interface TreeRowProps {
  id: string
  index: JsonIndex
  bytes: Uint8Array
  node: number
  open: boolean
  selected: boolean
  describedBy: string | undefined
  /** The kind of the values' context menu, see useValueMenu. */
  menu: string
}

/** Maximum part of a value in a row; the line below the tree has more. */
const maxInRow = 240

/** One value of the tree: its key or position, itself or what it holds, and what is odd about it. */
const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { id, index, bytes, node, open, selected, describedBy, menu } = props
  const parent = at(index.parent, node)
  const holder = holdsValues(index, node) && at(index.children, node) > 0
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      data-node={node}
      data-menu={menu}
      className={styles.treeRow}
      aria-level={at(index.depth, node) + 1}
      aria-setsize={parent === none ? 1 : at(index.children, parent)}
      aria-posinset={at(index.position, node) + 1}
      aria-expanded={holder ? open : undefined}
      aria-selected={selected}
      aria-describedby={describedBy}
      style={{ paddingLeft: `${Math.min(at(index.depth, node), maxIndent) * 2}ch` }}
    >
      <span
        data-part={holder ? 'tree-fold' : undefined}
        className={holder ? styles.treeFold : styles.treeLeaf}
        aria-hidden="true"
      >
        {holder && (open ? '▾' : '▸')}
      </span>
      <Name index={index} bytes={bytes} node={node} />
      <Value index={index} bytes={bytes} node={node} />
      <Oddities index={index} bytes={bytes} node={node} />
    </div>
  )
})

interface PartProps {
  index: JsonIndex
  bytes: Uint8Array
  node: number
}

function Name({ index, bytes, node }: PartProps) {
  const key = at(index.key, node)
  if (key !== none) {
    return (
      <>
        <span className={styles.key}>
          <BytesText bytes={bytes} start={key} end={endOfString(bytes, key)} most={maxInRow} />
        </span>
        <span className={styles.mark}>: </span>
      </>
    )
  }
  return at(index.parent, node) !== none && <span className={styles.mark}>{`${at(index.position, node)}: `}</span>
}

function Value({ index, bytes, node }: PartProps) {
  const count = at(index.children, node)
  if (!holdsValues(index, node)) {
    return (
      <span className={styles[pieceKind(index, node)]}>
        <BytesText bytes={bytes} start={at(index.start, node)} end={at(index.end, node)} most={maxInRow} />
      </span>
    )
  }
  const isObject = kindOf(index, node) === 'object'
  if (count === 0) return <span className={styles.mark}>{isObject ? '{}' : '[]'}</span>
  return <span className={styles.mark}>{isObject ? `{ } ${words.entries(count)}` : `[ ] ${words.items(count)}`}</span>
}

function Oddities({ index, bytes, node }: PartProps) {
  const odd: string[] = []
  let whole: string | undefined
  if (hasFlag(index, node, 'changed')) {
    const written = textOf(bytes, at(index.start, node), at(index.end, node))
    const read = readAsNumber(written) ?? ''
    whole = words.readAs(read)
    odd.push(words.readAs(endThatDiffers(written, read)))
  }
  if (hasFlag(index, node, 'duplicate')) odd.push(words.duplicate)
  if (hasFlag(index, node, 'loneSurrogate')) odd.push(words.loneSurrogate)
  if (hasFlag(index, node, 'open')) odd.push(words.open)
  return (
    odd.length > 0 && (
      <span className={styles.odd} title={whole}>
        {odd.join(', ')}
      </span>
    )
  )
}
