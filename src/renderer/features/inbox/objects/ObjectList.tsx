import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, memo } from 'react'
import type { ObjectPage, ObjectSummary } from '../../../../shared/wireTypes.ts'
import { headlineText } from '../../../../shared/headline/headlineText.ts'
import { formatTerm, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { contextEntries, useCopyText } from '../../../commands/contextEntries.tsx'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { Loading, EmptyState, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { type ListHandle, ListBox, useMoveKeys, type ListRowProps } from '../../../ui/lists/ListBox.tsx'
import { useContextMenu } from '../../../ui/popups/Popups.tsx'
import { useKey } from '../../../ui/hooks/typing.ts'
import { objectWords } from './words.ts'
import { objectKey, objectListId, storyPaneId, type ShownObject } from './storyPoints.ts'
import { objectFilterId } from '../../../commands/shortcuts.tsx'
import styles from './ObjectsScreen.module.css'
import { ShieldQuestionMark } from 'lucide-react'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { formatMoment, shortId } from '../../../text/format.ts'
import { allObjects, ordersPlace } from '../../../data/state/route.ts'
import { RunDemo } from '../../environment/setup/Checklist.tsx'

/** While an index is rebuilt, the list is read again this often, ms. */
const rebuildMs = 1000
const pageSize = 100

/** The objects that a filter finds, newest activity first, page by page. */
export function useObjects(environment: string, type: string | null, words: string) {
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(
      useCalls().objects.list.infiniteOptions({
        input: (before: string | undefined) => ({
          environment,
          limit: pageSize,
          ...(before === undefined ? {} : { before }),
          ...(type === null ? {} : { resourceType: type }),
          ...(words === '' ? {} : { q: words }),
        }),
        initialPageParam: undefined,
        getNextPageParam: ({ next }) => next,
        // A rebuild of the index has no events.
        refetchInterval: ({ state }) => behindOf(state.data?.pages) > 0 && rebuildMs,
      }),
    )
  const canLoad = hasNextPage && !isFetching && !isFetchNextPageError
  const loadOlder = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  return {
    /** Undefined while the first page is loading. */
    items: useMemo(() => data && listedOnce(data.pages), [data]),
    more: hasNextPage,
    behind: behindOf(data?.pages),
    loadingOlder: isFetchingNextPage,
    loadOlder: canLoad ? loadOlder : undefined,
    error,
    refetch,
  }
}

/** Number of stored deliveries that the list does not count yet. */
function behindOf(pages: readonly ObjectPage[] = []): number {
  return pages[0]?.behind ?? 0
}

/** The objects of all pages: one that moved between two reads is on both. Pure. */
export function listedOnce(pages: readonly Pick<ObjectPage, 'items'>[]): ObjectSummary[] {
  const listed = new Map<string, ObjectSummary>()
  for (const item of pages.flatMap(({ items }) => items)) {
    const key = objectKey(item)
    if (!listed.has(key)) listed.set(key, item)
  }
  return [...listed.values()]
}

/** More are asked for this many rows before the end. */
const rowsAhead = 30

interface ObjectListProps {
  objects: ReturnType<typeof useObjects>
  isNarrowed: boolean
  /** The object whose story is shown next to the list. */
  shown: ShownObject | null
}

/** The list with its end. */
export function ObjectList({ objects, isNarrowed, shown }: ObjectListProps) {
  const { items = [], more, behind, loadOlder, loadingOlder, error, refetch } = objects
  // While deliveries are not counted yet, an empty list says nothing.
  const isWhole = objects.items !== undefined && behind === 0
  return (
    <>
      <ObjectListHead />
      {error !== null && (
        <ErrorNote next={<Button onClick={() => void refetch()}>{objectWords.tryAgain}</Button>}>
          {error.message}
        </ErrorNote>
      )}
      {items.length === 0 && error === null && !isWhole && <Loading what={objectWords.loading} />}
      {items.length === 0 && isWhole && <NoObjects isNarrowed={isNarrowed} />}
      {items.length > 0 && <Rows items={items} more={more} shown={shown} onEnd={loadOlder} />}
      {items.length > 0 && (
        <div className={`${styles.end} muted`}>{objectWords.end(items.length, more, loadingOlder, behind)}</div>
      )}
    </>
  )
}

interface RowsProps {
  items: readonly ObjectSummary[]
  more: boolean
  shown: ShownObject | null
  onEnd: (() => void) | undefined
}

function Rows({ items, more, shown, onEnd }: RowsProps) {
  const list = useRef<ListHandle>(null)
  const place = useAppState(({ feed, route }) =>
    JSON.stringify([feed.status?.environment.id, route.objects.type, route.objects.words]),
  )
  const choose = useChooseObject()
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
      chosen={shown === null ? null : objectKey(shown)}
      onChoose={choose}
      onEnter={() => document.querySelector<HTMLElement>(`#${storyPaneId}`)?.focus()}
      Row={ObjectRow}
      rowClass={styles.columns}
      menu="object"
      total={more ? -1 : items.length}
      onNearEnd={onEnd}
      ahead={rowsAhead}
      place={place}
    />
  )
}

/** Returns a function that opens the story of an object. */
export function useChooseObject(): (object: ObjectSummary) => void {
  const { navigation, store } = useApp()
  return useCallback(
    ({ resourceType, resourceId }: ObjectSummary) => {
      const { objects } = store.getState().route
      navigation.go({ objects: { ...objects, chosen: { resourceType, resourceId } } }, true)
    },
    [navigation, store],
  )
}

/** The context menu of the rows. */
function useObjectMenu(items: readonly ObjectSummary[], choose: (object: ObjectSummary) => void): void {
  const { navigation, store } = useApp()
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
        'object.export': {
          run: () => {
            store.setState({ toExport: { object: { environment: object.environmentId, resourceType, resourceId } } })
            navigation.go({ screen: 'case-files', deliveryId: null })
          },
        },
        'object.record': {
          run: () => {
            store.setState({ toRecord: { object: { environment: object.environmentId, resourceType, resourceId } } })
            navigation.go({ screen: 'scenarios', deliveryId: null })
          },
        },
        ...(store.getState().feed.status?.environment.id === object.environmentId && {
          'object.orders': { run: () => navigation.go(ordersPlace({ resourceType, resourceId })) },
        }),
        'object.copyId': { run: () => copyText(resourceId) },
        'filter.only': {
          title: objectWords.showDeliveries,
          run: () => navigation.go({ screen: 'inbox', deliveryId: null, filter }),
        },
      }),
    }
  })
}

/** The names over the columns, for the eye; each row says its own to screen readers. */
function ObjectListHead() {
  return (
    <div className={`${styles.head} ${styles.columns}`} aria-hidden="true">
      <span title={objectWords.objectNote}>{objectWords.columns.object}</span>
      <span className={styles.id}>{objectWords.columns.id}</span>
      <span className={styles.count} title={objectWords.notificationsNote}>
        {objectWords.columns.notified}
      </span>
      <span className={`${styles.count} ${styles.fetched}`} title={objectWords.snapshotsNote}>
        {objectWords.columns.fetched}
      </span>
      <span className={styles.first}>{objectWords.columns.first}</span>
      <span>{objectWords.columns.last}</span>
    </div>
  )
}

const ObjectRow = memo(function ObjectRow({ item: object }: ListRowProps<ObjectSummary>) {
  const { resourceType, resourceId, notifications, snapshots, firstSeenAt, lastSeenAt, unproven } = object
  const state = stateOf(object)
  return (
    <>
      <span title={state ?? undefined}>
        <span className={styles.name}>{visibleText(resourceType)}</span>
        {notifications === 0 && (
          <span title={objectWords.unprovenNote(unproven)}>
            <ShieldQuestionMark aria-hidden="true" />
            <span className="unseen">{objectWords.unproven}</span>
          </span>
        )}
        {state !== null && <span className={styles.state}> {state}</span>}
      </span>
      <span className={`${styles.id} mono`} title={resourceId}>
        {shortId(visibleText(resourceId))}
      </span>
      <span className={styles.count}>
        {groupDigits(notifications)}
        <span className="unseen">{objectWords.notifications(notifications)}</span>
      </span>
      <span className={`${styles.count} ${styles.fetched}`}>
        {groupDigits(snapshots)}
        <span className="unseen">{objectWords.snapshots(snapshots)}</span>
      </span>
      <span className={`${styles.first} muted`} aria-hidden="true" title={objectWords.utc(firstSeenAt)}>
        {formatMoment(firstSeenAt)}
      </span>
      <span className="muted" title={objectWords.utc(lastSeenAt)}>
        {formatMoment(lastSeenAt)}
      </span>
    </>
  )
})

/** The current state of an object, such as "settled · 129.50 EUR"; without that, the last action. */
function stateOf({ headline, lastAction }: ObjectSummary): string | null {
  const text = headline === null ? lastAction : headlineText(headline)
  return text === null ? null : visibleText(text)
}

/** Why the list is empty, and what would bring something. */
export function NoObjects({ isNarrowed }: { isNarrowed: boolean }) {
  const { navigation } = useApp()
  if (isNarrowed) {
    return (
      <EmptyState
        title={objectWords.noMatch}
        actions={<Button onClick={() => navigation.go({ objects: allObjects }, true)}>{objectWords.showAll}</Button>}
      >
        <p>{objectWords.noMatchHint}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={objectWords.none} actions={<RunDemo />}>
      <p>{objectWords.noneHint}</p>
    </EmptyState>
  )
}
