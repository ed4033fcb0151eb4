import { useCallback, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { FilterKey, FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import { formatTerm, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { usualCurl } from '../../../../shared/requestText/requestForms.ts'
import { compareDeliveryIds, type DeliverySummary, isVerified } from '../../../../shared/model.ts'
import { type ContextOffer, contextEntries, useCopyText } from '../../../commands/contextEntries.tsx'
import type { App } from '../../../data/state/startApp.ts'
import type { ToExport } from '../../../data/state/appStore.ts'
import { narrowed } from '../../../data/state/filterTerms.ts'
import { storyPlace } from '../../../data/state/route.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { useTestCase, copyAs } from '../delivery/copyAs.ts'
import { visibleText } from '../../../text/visibleText.ts'
import type { MenuAction } from '../../../ui/popups/MenuPopup.tsx'
import { useContextMenu } from '../../../ui/popups/Popups.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { useTogglePin, useMark, useDelete } from './inboxActions.tsx'
import { type ListedRow, deliveriesOf, type Folded, rowOf } from './threads.ts'
import { pickedWords, rowMenuWords as words } from './rowActionWords.ts'
import { annotationWords } from './words.ts'
import { pickAll, pickRange, togglePick } from '../../../data/state/deliveryLists.ts'
import type { ListHandle } from '../../../ui/lists/ListBox.tsx'

/**
 * Offers the context menu of the list's rows; on a row that is picked with others, that of all of them.
 * @param onReplay opens the dialog that sends a delivery again
 */
export function useRowMenu(
  rows: readonly ListedRow[],
  onReplay: (id: string) => void,
  picked: { ids: readonly string[]; entries: readonly MenuAction[] },
): void {
  const app = useApp()
  const { client, navigation, store } = app
  const toasts = useToasts()
  const copyText = useCopyText()
  const togglePin = useTogglePin()
  const mark = useMark()
  const narrow = useNarrow()
  const remove = useDelete()
  const saveTestCase = useTestCase()
  const { toCaseFiles, toScenario } = handOver(app)
  const followUp = async (id: string) =>
    client.deliveries.followUp({ id }).catch((error: unknown) => {
      toasts.problem(words.notFollowedUp(problemOf(error, wireWords.lostChange).message))
    })
  const copyCurl = async (id: string) => {
    try {
      const delivery = await client.deliveries.get({ id, explain: 'false' })
      await copyAs(app, toasts, delivery, usualCurl(navigator.userAgent))
    } catch (error) {
      toasts.problem(problemOf(error).message)
    }
  }
  useContextMenu('delivery', (row, hit) => {
    const listed = rows[Number(row.dataset['index'])]
    if (listed === undefined) return null
    const { delivery } = listed
    const thread = idsOf(listed, store.getState().inbox.items)
    const { id, environmentId, resourceType, resourceId, pinned, verdict } = delivery
    if (picked.ids.length > 1 && picked.ids.includes(id)) {
      return { label: pickedWords.menu(picked.ids.length), entries: picked.entries }
    }
    const object = resourceType === null || resourceId === null ? null : { resourceType, resourceId }
    const terms = termsOf(delivery)
    const isSeal = hit.closest('[data-verdict]') !== null
    const key = isSeal ? 'verdict' : hit.closest<HTMLElement>('[data-term]')?.dataset['term']
    return {
      label: words.menu(id),
      entries: contextEntries('delivery', {
        'delivery.open': { run: () => navigation.go({ deliveryId: id }) },
        'delivery.copyId': { run: () => copyText(id) },
        'delivery.copyCurl': { run: async () => copyCurl(id) },
        'delivery.followUp': isVerified(verdict) && object !== null ? { run: async () => followUp(id) } : null,
        'delivery.replay': { run: () => onReplay(id) },
        'delivery.testCase': { run: async () => saveTestCase(id) },
        'delivery.check': { run: () => navigation.go({ screen: 'check', deliveryId: id }) },
        'delivery.compose': { run: () => navigation.go({ screen: 'compose', deliveryId: id }) },
        'delivery.pin': {
          title: pinned ? annotationWords.unpinCommand : annotationWords.pinCommand,
          run: () => togglePin(id),
        },
        'delivery.delete': { run: () => remove([id]) },
        'delivery.export': {
          ...(thread.length > 1 ? { title: words.exportThread(thread.length) } : {}),
          run: () => toCaseFiles({ ids: thread }),
        },
        'delivery.mark': { title: annotationWords.markCommand, run: () => mark(id) },
        ...filterOffers(terms, key, narrow),
        'object.story':
          object === null
            ? null
            : {
                run: () =>
                  navigation.go(storyPlace(store.getState().feed.status?.environment.id, environmentId, object)),
              },
        'object.export':
          object === null ? null : { run: () => toCaseFiles({ object: { environment: environmentId, ...object } }) },
        'object.record':
          object === null ? null : { run: () => toScenario({ object: { environment: environmentId, ...object } }) },
        'object.copyId': object === null ? null : { run: () => copyText(object.resourceId) },
      }),
    }
  })
}

/** Hands deliveries to the screen that makes a file of them. */
function handOver({ store, navigation }: Pick<App, 'store' | 'navigation'>) {
  return {
    toCaseFiles: (toExport: ToExport) => {
      store.setState({ toExport })
      navigation.go({ screen: 'case-files', deliveryId: null })
    },
    toScenario: (toRecord: ToExport) => {
      store.setState({ toRecord })
      navigation.go({ screen: 'scenarios', deliveryId: null })
    },
  }
}

/** The deliveries that a row represents, as far as they are loaded: of the first row of a thread all of it. Pure. */
function idsOf({ delivery, thread }: ListedRow, items: readonly DeliverySummary[]): string[] {
  if (thread === null || thread.at !== 1) return [delivery.id]
  return items.flatMap(({ id }) =>
    compareDeliveryIds(id, delivery.id) <= 0 && compareDeliveryIds(id, thread.oldestId) >= 0 ? [id] : [],
  )
}

/** The terms that a row fits, as far as it has their values. Pure. */
function termsOf({ verdict, resourceType, action, resourceId, followUp, method }: DeliverySummary): FilterTerm[] {
  const values: readonly (readonly [Exclude<FilterKey, 'after' | 'before'>, string | null])[] = [
    ['verdict', verdict],
    ['type', resourceType],
    ['action', action],
    ['id', resourceId],
    ['status', followUp.state],
    ['method', method],
  ]
  return values.flatMap(([key, value]) => (value === null || value === '' ? [] : [termOf(key, value)]))
}

/** To filter by the value that was hit, or to leave it out; where none was hit, by any that the row has. Pure. */
function filterOffers(
  terms: readonly FilterTerm[],
  key: string | undefined,
  narrow: (term: FilterTerm) => void,
): Partial<Record<'filter.only' | 'filter.without', ContextOffer>> {
  const not = (term: FilterTerm) => ({ ...term, negated: true })
  const name = (term: FilterTerm) => visibleText(formatTerm(term))
  const term = terms.find((one) => one.key === key)
  if (term !== undefined) {
    return {
      'filter.only': { title: words.only(name(term)), run: () => narrow(term) },
      'filter.without': { title: words.without(name(term)), run: () => narrow(not(term)) },
    }
  }
  const listed = (change: (one: FilterTerm) => FilterTerm) =>
    terms.map((one) => ({ id: one.key, label: name(one), run: () => narrow(change(one)) }))
  return { 'filter.only': { entries: listed((one) => one) }, 'filter.without': { entries: listed(not) } }
}

/** Adds a term to the inbox's filter, from any screen. */
function useNarrow(): (term: FilterTerm) => void {
  const { navigation, store } = useApp()
  return useCallback(
    (term) => {
      navigation.go({ screen: 'inbox', filter: narrowed(store.getState().route.filter, term) })
    },
    [navigation, store],
  )
}

interface PressedList {
  list: RefObject<ListHandle | null>
  folded: Folded
  /** The delivery that is shown next to the list. */
  selectedId: string | null
  select: (id: string) => void
  /** Opens or closes the thread of a row. */
  setOpen: (index: number, open: boolean) => void
}

/**
 * Keys and clicks in the list other than for moving in it: → and ← open and close a thread, Space picks the row, Shift
 * with a key that moves, or with a click, picks a range, Ctrl or Cmd with a click one row more, Ctrl or Cmd+A all.
 */
export function useRowPress(pressed: PressedList): (event: KeyboardEvent | MouseEvent, index: number) => boolean {
  const { inbox, store } = useApp()
  const { list, folded, selectedId, select, setOpen } = pressed
  const idsOf = (first: number, last: number) =>
    deliveriesOf(store.getState().inbox.items, folded, first, last).map(({ id }) => id)
  const toggle = (index: number, takesChosen: boolean) => {
    const { inbox: state, route } = store.getState()
    inbox.pick(togglePick(state.picks, idsOf(index, index), takesChosen ? route.deliveryId : null))
  }
  const extendTo = (index: number) => {
    const anchor = store.getState().inbox.picks.anchor ?? selectedId
    const from = anchor === null ? -1 : rowOf(folded.rows, anchor)
    const begin = from === -1 ? index : from
    const first = folded.rows[begin]?.delivery.id
    if (first === undefined) return
    inbox.pick(pickRange(idsOf(Math.min(begin, index), Math.max(begin, index)), first))
  }
  const onClick = (event: MouseEvent, index: number): boolean => {
    const row = folded.rows[index]
    if (row === undefined) return false
    if (event.target instanceof Element && event.target.closest('[data-fold]') !== null) {
      setOpen(index, row.thread?.isOpen !== true)
      return true
    }
    if (event.shiftKey) extendTo(index)
    else if (event.ctrlKey || event.metaKey) toggle(index, true)
    else if (store.getState().inbox.picks.ids.size > 0) inbox.pick({ ids: new Set(), anchor: row.delivery.id })
    return false
  }
  const onFoldKey = (key: string, index: number): boolean => {
    const thread = folded.rows[index]?.thread
    if (thread == null) return false
    if (key === 'ArrowRight' && thread.at === 1) {
      if (thread.isOpen) list.current?.move(1)
      else setOpen(index, true)
      return true
    }
    if (key !== 'ArrowLeft') return false
    const head = folded.rows[index - thread.at + 1]
    if (thread.at > 1 && head !== undefined) select(head.delivery.id)
    else if (thread.isOpen) setOpen(index, false)
    return true
  }
  const onKey = (event: KeyboardEvent, index: number): boolean => {
    const { key, shiftKey } = event
    if (event.altKey) return false
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'a' && key !== 'A') return false
      inbox.pick(pickAll(idsOf(0, folded.rows.length - 1), selectedId))
      return true
    }
    if (key === ' ' && index !== -1) {
      toggle(index, false)
      return true
    }
    const step = shiftKey ? { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[key] : undefined
    if (step === undefined) return onFoldKey(key, index)
    const to = Math.min(folded.rows.length - 1, Math.max(0, index + step))
    extendTo(to)
    list.current?.move(step)
    return true
  }
  return (event, index) => ('key' in event ? onKey(event, index) : onClick(event, index))
}
