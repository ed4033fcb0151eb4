import { FoldVertical, UnfoldVertical } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  at,
  holdsValues,
  type JsonIndex,
  nodeAt,
  none,
  childrenOf,
  firstTree,
  revealNode,
  rowOf,
  setAllOpen,
  setOpen,
  toggleNode,
  type TreeRows,
} from '../../../bytes/jsonIndex.ts'
import { textOf } from '../../../bytes/utf8.ts'
import { IconButton } from '../../../ui/basics/Button.tsx'
import { BarSlot } from './SearchBar.tsx'
import { TreeDetail, TreeRow } from './TreeRow.tsx'
import { type RowsHandle, useSearchPlace, VirtualRows } from './VirtualRows.tsx'
import { maxIndent } from './layouts.ts'
import { useSelectAll, useCopy, useValueMenu } from './bodyCommands.tsx'
import { bodyWords as words } from './words.ts'
import notesStyles from '../../../ui/notes/Notes.module.css'
import styles from './Body.module.css'

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
