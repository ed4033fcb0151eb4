import { useCallback, useRef, memo, useEffect, useState } from 'react'
import type { ObjectSummary } from '../../../../shared/wireTypes.ts'
import { headlineText } from '../../../../shared/headline/headlineText.ts'
import { formatTerm, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { contextEntries, useCopyText } from '../../../commands/contextEntries.tsx'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { Loading, EmptyState, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { type ListHandle, ListBox, useMoveKeys, type ListRowProps } from '../../../ui/lists/ListBox.tsx'
import { useContextMenu } from '../../../ui/popups/Popups.tsx'
import { useKey, isComposing } from '../../../ui/hooks/typing.ts'
import { objectWords } from './words.ts'
import { objectKey, objectListId, storyPaneId, useChooseObject, type Objects, type ShownObject } from './useObjects.ts'
import { objectFilterId } from '../../../commands/shortcuts.ts'
import styles from './ObjectsScreen.module.css'
import { ShieldQuestionMark, Search, X } from 'lucide-react'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { formatMoment, shortId } from '../../../text/format.ts'
import { allObjects } from '../../../data/state/route.ts'
import { RunDemo } from '../../environment/setup/Checklist.tsx'
import { defaultResourcePaths } from '../../../../shared/defaultResourcePaths.ts'
import { Select } from '../../../ui/fields/Select.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'

/** More are asked for this many rows before the end. */
const rowsAhead = 30
const none: readonly ObjectSummary[] = []

interface ObjectListProps {
  objects: Objects
  isNarrowed: boolean
  /** The object whose story is shown next to the list. */
  shown: ShownObject | null
}

/** The list with its filter and its end. */
export function ObjectList({ objects, isNarrowed, shown }: ObjectListProps) {
  const { list, behind, loadOlder, loadingOlder, problem, reload } = objects
  const items = list?.items ?? none
  const more = list !== undefined && list.next !== null
  // While deliveries are not counted yet, an empty list says nothing.
  const isWhole = list !== undefined && behind === 0
  return (
    <>
      <ObjectFilter items={items} />
      <ObjectListHead />
      {problem !== null && (
        <ErrorNote next={<Button onClick={reload}>{objectWords.tryAgain}</Button>}>{problem.message}</ErrorNote>
      )}
      {items.length === 0 && problem === null && !isWhole && <Loading what={objectWords.loading} />}
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
  onEnd: () => Promise<void>
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
      onNearEnd={more ? onEnd : undefined}
      ahead={rowsAhead}
      place={place}
    />
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

/** Words wait this long for the next letter before they are searched, ms. */
const typingPauseMs = 250

/** Narrows the list to a type and to words. The address keeps both. */
export function ObjectFilter({ items }: { items: readonly ObjectSummary[] }) {
  const { navigation, store } = useApp()
  const place = useAppState((state) => state.route.objects)
  const [draft, setDraft] = useState(place.words)
  const applied = useRef(place.words)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // A step back in the browser's history changes the words from elsewhere.
  useEffect(() => {
    if (applied.current === place.words) return
    applied.current = place.words
    setDraft(place.words)
  }, [place.words])

  const narrow = (change: { type?: string | null; words?: string }) =>
    navigation.go({ objects: { ...store.getState().route.objects, ...change } }, true)
  const search = (text: string, now = false) => {
    clearTimeout(timer.current)
    setDraft(text)
    const apply = () => {
      applied.current = text.trim()
      narrow({ words: applied.current })
    }
    if (now) apply()
    else timer.current = setTimeout(apply, typingPauseMs)
  }
  return (
    <search className={styles.filter}>
      <Search className={fieldStyles.filterSign} aria-hidden="true" />
      <input
        id={objectFilterId}
        data-part="filter-input"
        className={fieldStyles.filterInput}
        type="text"
        aria-label={objectWords.find}
        placeholder={objectWords.findExample}
        spellCheck={false}
        autoComplete="off"
        value={draft}
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') search(draft, true)
          else if (event.key !== 'Escape') return
          else if (draft !== '') search('', true)
          else document.querySelector<HTMLElement>(`#${objectListId}`)?.focus()
          event.preventDefault()
        }}
      />
      {draft !== '' && <IconButton label={objectWords.clear} icon={<X />} onClick={() => search('', true)} />}
      <Select
        className={styles.type}
        aria-label={objectWords.type}
        value={place.type ?? ''}
        options={[
          { value: '', label: objectWords.allTypes },
          ...typesOf(items, place.type).map((type) => ({ value: type, label: type })),
        ]}
        onChange={(type) => narrow({ type: type === '' ? null : type })}
      />
    </search>
  )
}

/** The documented types and those that were seen, each as it was seen. */
function typesOf(items: readonly ObjectSummary[], chosen: string | null): string[] {
  const documented = Object.keys(defaultResourcePaths())
  const seen = [...items.map((item) => item.resourceType), ...(chosen === null ? [] : [chosen]), ...documented]
  const types = new Map<string, string>()
  for (const type of seen) if (!types.has(type.toLowerCase())) types.set(type.toLowerCase(), type)
  return [...types.values()].sort((a, b) => a.localeCompare(b))
}
