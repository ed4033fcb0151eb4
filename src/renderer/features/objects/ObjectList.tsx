import { useCallback, useRef } from 'react'
import type { ObjectSummary } from '../../../shared/wireTypes.ts'
import { formatTerm, termOf } from '../../../shared/formatDeliveryFilter.ts'
import { contextEntries } from '../../commands/contextEntries.tsx'
import { useCopyText } from '../../commands/useCopyText.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { visibleText } from '../../text/visibleText.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { type ListHandle, ListBox, useMoveKeys } from '../../ui/ListBox.tsx'
import { useContextMenu } from '../../ui/Menus.tsx'
import { useKey } from '../../ui/useKey.ts'
import { objectWords } from './words.ts'
import { objectKey } from './mergePages.ts'
import { NoObjects } from './NoObjects.tsx'
import { objectFilterId } from '../../commands/parts.ts'
import { ObjectFilter } from './ObjectFilter.tsx'
import { ObjectListHead, ObjectRow } from './ObjectRow.tsx'
import styles from './ObjectRow.module.css'
import { objectListId, storyPaneId, useObjectChoice } from './useObjectChoice.ts'
import type { Objects } from './useObjects.ts'

/** More are asked for this many rows before the end. */
const rowsAhead = 30
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
        <div className={`${styles.end} muted`}>{objectWords.end(items.length, more, loadingOlder, behind)}</div>
      )}
    </>
  )
}

interface RowsProps {
  items: readonly ObjectSummary[]
  more: boolean
  onEnd: () => Promise<void>
}

function Rows({ items, more, onEnd }: RowsProps) {
  const list = useRef<ListHandle>(null)
  const place = useAppState(({ feed, route }) =>
    JSON.stringify([feed.status?.environment.id, route.objects.type, route.objects.words]),
  )
  const { chosenKey, choose } = useObjectChoice()
  useObjectMenu(items, choose)
  useMoveKeys(list)
  useKey(
    '/',
    useCallback(() => document.querySelector<HTMLElement>(`#${objectFilterId}`)?.focus(), []),
  )
  return (
    <ListBox
      handle={list}
      id={objectListId}
      label={objectWords.list}
      items={items}
      keyOf={objectKey}
      chosen={chosenKey}
      onChoose={choose}
      onEnter={() => document.querySelector<HTMLElement>(`#${storyPaneId}`)?.focus()}
      Row={ObjectRow}
      rowClass={styles.columns}
      menu="object"
      total={more ? -1 : items.length}
      onNearEnd={more ? onEnd : undefined}
      ahead={rowsAhead}
      place={place}
    />
  )
}

/** The context menu of the rows. */
function useObjectMenu(items: readonly ObjectSummary[], choose: (object: ObjectSummary) => void): void {
  const { navigation } = useApp()
  const copyText = useCopyText()
  useContextMenu('object', (row) => {
    const object = items[Number(row.dataset['index'])]
    if (object === undefined) return null
    const { resourceType, resourceId } = object
    const filter = formatTerm(termOf('id', resourceId))
    return {
      label: visibleText(resourceType),
      entries: contextEntries('object', {
        'object.story': { run: () => choose(object) },
        'object.copyId': { run: () => copyText(resourceId) },
        'filter.only': {
          title: objectWords.showDeliveries,
          run: () => navigation.go({ screen: 'inbox', deliveryId: null, filter }),
        },
      }),
    }
  })
}
