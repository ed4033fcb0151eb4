import type { KeyboardEvent } from 'react'
import { at, type JsonIndex, none } from '../../bytes/jsonIndex.ts'
import { childrenOf, rowOf, setOpen, toggleNode, type TreeRows } from '../../bytes/treeRows.ts'

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
export function useTreeKeys({ index, tree, selected, select, page }: TreeKeys): (event: KeyboardEvent) => void {
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
