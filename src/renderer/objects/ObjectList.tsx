import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef } from 'react'
import type { ObjectSummary } from '../../shared/wireTypes.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useKey } from '../ui/useKey.ts'
import { objectWords } from '../words/objects.ts'
import { objectKey } from './mergePages.ts'
import { NoObjects } from './NoObjects.tsx'
import { ObjectFilter, objectFilterId } from './ObjectFilter.tsx'
import { ObjectListHead, ObjectRow, objectRowId } from './ObjectRow.tsx'
import { objectListId, storyPaneId, useObjectChoice } from './useObjectChoice.ts'
import type { Objects } from './useObjects.ts'

const rowHeight = 28
const none: readonly ObjectSummary[] = []

/** The list with its filter and its end. */
export function ObjectList({ objects, isNarrowed }: { objects: Objects; isNarrowed: boolean }) {
  const { list, behind, loadOlder, loadingOlder, problem, reload } = objects
  const items = list?.items ?? none
  const more = list !== undefined && list.next !== null
  return (
    <>
      <ObjectFilter items={items} />
      <ObjectListHead />
      {problem !== null && (
        <ErrorNote next={<Button onClick={reload}>{objectWords.tryAgain}</Button>}>{problem.message}</ErrorNote>
      )}
      {list === undefined && problem === null && <Loading what={objectWords.loading} />}
      {list !== undefined && items.length === 0 && <NoObjects isNarrowed={isNarrowed} />}
      {items.length > 0 && <Rows items={items} more={more} onEnd={loadOlder} />}
      {items.length > 0 && (
        <div className="object-end muted">{objectWords.end(items.length, more, loadingOlder, behind)}</div>
      )}
    </>
  )
}

/** Only the rows in sight exist. */
function Rows({ items, more, onEnd }: { items: readonly ObjectSummary[]; more: boolean; onEnd: () => Promise<void> }) {
  const scroller = useRef<HTMLDivElement>(null)
  const { chosenKey, choose, move } = useObjectChoice(items)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyAt(items, index),
    overscan: 12,
  })
  const rows = virtual.getVirtualItems()
  const lastShown = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (more && lastShown >= items.length - 30) void onEnd()
  }, [more, lastShown, items.length, onEnd])

  const latest = useRef(items)
  useEffect(() => {
    latest.current = items
  }, [items])
  useEffect(() => {
    const index = latest.current.findIndex((item) => objectKey(item) === chosenKey)
    if (index !== -1) virtual.scrollToIndex(index)
  }, [chosenKey, virtual])

  // The one that is reached may be chosen already, and yet be out of sight: it moves when something is heard of it.
  const go = useCallback(
    (rows: number) => {
      const place = move(rows)
      if (place !== null) virtual.scrollToIndex(place)
    },
    [move, virtual],
  )
  useObjectKeys(go)
  const onClick = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-position]') : null
    const object = row === null ? undefined : items[Number(row.dataset['position']) - 1]
    if (object !== undefined) choose(object)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key]
    if (step !== undefined) go(step)
    else if (event.key === 'Enter') document.querySelector<HTMLElement>(`#${storyPaneId}`)?.focus()
    else return
    event.preventDefault()
  }
  const shown = rows.find((row) => row.key === chosenKey)
  return (
    <div ref={scroller} className="object-scroll">
      <div
        id={objectListId}
        role="listbox"
        aria-label={objectWords.list}
        aria-activedescendant={shown === undefined ? undefined : objectRowId(shown.index + 1)}
        tabIndex={0}
        className="object-list"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {rows.map(({ index, key, start }) => {
          const object = items[index]
          if (object === undefined) return null
          return (
            <ObjectRow
              key={key}
              object={object}
              top={start}
              position={index + 1}
              total={items.length}
              selected={key === chosenKey}
            />
          )
        })}
      </div>
    </div>
  )
}

function keyAt(items: readonly ObjectSummary[], index: number): string | number {
  const object = items[index]
  return object === undefined ? index : objectKey(object)
}

/** The same keys as in the inbox. */
function useObjectKeys(go: (rows: number) => void): void {
  useKey(
    'j',
    useCallback(() => go(1), [go]),
  )
  useKey(
    'k',
    useCallback(() => go(-1), [go]),
  )
  useKey(
    '/',
    useCallback(() => document.querySelector<HTMLElement>(`#${objectFilterId}`)?.focus(), []),
  )
}
