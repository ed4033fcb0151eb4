import { FoldVertical, UnfoldVertical } from 'lucide-react'
import { type MouseEvent, use, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { bodyWords as words } from '../words/body.ts'
import { BarSlot } from './BarSlot.tsx'
import { at, holdsValues, type JsonIndex, nodeAt } from './jsonIndex.ts'
import { mostIndent } from './JsonLineView.tsx'
import { MarksContext } from './marks.ts'
import { TreeDetail } from './TreeDetail.tsx'
import { TreeRow } from './TreeRow.tsx'
import { firstTree, revealNode, rowOf, setAllOpen, toggleNode, type TreeRows } from './treeRows.ts'
import { useTreeKeys } from './useTreeKeys.ts'
import { type RowsHandle, VirtualRows } from './VirtualRows.tsx'

/** JSON as a tree: values fold and open, one is selected, and what it could mean stands below. */
export function TreeView({ index, bytes }: { index: JsonIndex; bytes: Uint8Array }) {
  const id = useId()
  const rows = useRef<RowsHandle>(null)
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
  useFoundNode(index, (node) => select(node, revealNode(index, tree, node)))
  const nodeOf = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null
    return row === null ? null : Number(row.dataset['node'])
  }
  const onClick = (event: MouseEvent) => {
    const node = nodeOf(event)
    if (node === null) return
    const onFold = event.target instanceof Element && event.target.closest('.tree-fold') !== null
    select(node, onFold && holdsValues(index, node) ? toggleNode(index, tree, node) : tree)
  }
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
      {index.deepest > mostIndent && <p className="view-note">{words.levels(index.deepest, mostIndent)}</p>}
      <VirtualRows
        handle={rows}
        role="tree"
        label={words.treeLabel}
        aria-activedescendant={`${id}-${selected}`}
        className="tree-view"
        count={tree.rows.length}
        kept={activeRow}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={(event) => {
          const node = nodeOf(event)
          if (node !== null && holdsValues(index, node)) select(node, toggleNode(index, tree, node))
        }}
        onMouseOver={(event) => setPointed(nodeOf(event))}
        onMouseLeave={() => setPointed(null)}
      >
        {(row) => {
          const node = at(tree.rows, row)
          return (
            <TreeRow
              id={`${id}-${node}`}
              {...{ index, bytes, node }}
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

/** Tells the value in which the search is, whenever it goes on. */
function useFoundNode(index: JsonIndex, tell: (node: number) => void): void {
  const marks = use(MarksContext)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    const offset = marks.places[marks.current * 2]
    if (offset !== undefined) latest.current(nodeAt(index, offset))
  }, [index, marks])
}
