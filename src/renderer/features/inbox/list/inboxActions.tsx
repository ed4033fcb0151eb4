import { useCallback, type RefObject, useEffect, useRef } from 'react'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import type { DeliverySummary } from '../../../../shared/model.ts'
import type { AppState } from '../../../data/state/appStore.ts'
import { indexOfId } from '../../../data/state/deliveryLists.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { annotationWords } from './words.ts'
import { Undo2 } from 'lucide-react'
import { maxTimerMs } from '../../../../shared/basics/timers.ts'
import { formatDeliveryFilter } from '../../../../shared/filter/formatDeliveryFilter.ts'
import type { Deletion } from '../../../../shared/wireTypes.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { useAsk } from '../../../ui/popups/Ask.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import { deleteWords as words } from './rowActionWords.ts'
import styles from './InboxScreen.module.css'

/** Ids of the inbox's parts, which find each other by them. */
export const listId = 'delivery-list'
export const filterId = 'delivery-filter'

/** Gives the focus to one of the inbox's parts; false when it is not there. */
export function focusOn(id: string): boolean {
  const part = document.querySelector<HTMLElement>(`#${id}`)
  part?.focus()
  return part !== null
}

/**
 * The delivery that is shown: the one chosen by hand, which the address keeps, or the newest before the user chose.
 */
export function useSelection() {
  const { navigation } = useApp()
  const chosenId = useAppState((state) => state.route.deliveryId)
  const newestId = useAppState((state) => state.inbox.items[0]?.id ?? null)
  const select = useCallback((id: string | null) => navigation.go({ deliveryId: id }, true), [navigation])
  return { selectedId: chosenId ?? newestId, following: chosenId === null, select }
}

/** Leads to the newest delivery and follows it from then on, whatever held the list still. */
export function useNewest(): () => void {
  const { inbox } = useApp()
  const { select } = useSelection()
  return useCallback(() => {
    inbox.resume()
    inbox.toNewest()
    select(null)
    document.querySelector(`#${listId}`)?.parentElement?.scrollTo({ top: 0 })
  }, [inbox, select])
}

/** Leaves a part of the page when Esc is pressed inside of it, unless something further in took the key. */
export function useEscapeFrom<T extends HTMLElement>(leave: () => void): RefObject<T | null> {
  const part = useRef<T>(null)
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    const element = part.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      latest.current()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])
  return part
}

/** The row of a delivery as the page holds it. */
export function rowOf({ inbox, feed }: AppState, id: string): DeliverySummary | undefined {
  return inbox.items[indexOfId(inbox.items, id)] ?? feed.window[indexOfId(feed.window, id)]
}

/** Pins a delivery or takes the pin out. Failures are shown in the corner. */
export function useTogglePin(): (id: string) => void {
  const { client, store } = useApp()
  const toasts = useToasts()
  return useCallback(
    (id) => {
      const toggle = async () => {
        const pinned =
          rowOf(store.getState(), id)?.pinned ?? (await client.deliveries.get({ id, explain: 'false' })).pinned
        await client.deliveries.annotate({ id, pinned: !pinned })
      }
      toggle().catch((error: unknown) =>
        toasts.problem(annotationWords.failed(problemOf(error, wireWords.lostChange).message)),
      )
    },
    [client, store, toasts],
  )
}

/** Marks a delivery to compare: the first waits for another, two are compared, the same one twice is none. */
export function useMark(): (id: string) => void {
  const { navigation, store } = useApp()
  return useCallback(
    (id) => {
      const { marked } = store.getState().route
      if (marked === null) navigation.go({ marked: id, compare: null }, true)
      else if (marked === id) navigation.go({ marked: null }, true)
      else navigation.go({ marked: null, compare: [marked, id] })
    },
    [navigation, store],
  )
}

/** Deletes deliveries. The bar below the list shows the result and offers undo; failures are shown as toasts. */
export function useDelete(): (ids: readonly string[]) => void {
  const { client, navigation, store } = useApp()
  const toasts = useToasts()
  return useCallback(
    (ids) => {
      const remove = async () => {
        const [only] = ids
        const next = neighbourOf(store.getState().inbox.items, ids, store.getState().route.deliveryId)
        const deletion =
          ids.length === 1 && only !== undefined
            ? await client.deliveries.remove({ id: only })
            : await client.deliveries.removeMany({ ids: [...ids] })
        store.setState({ deletion })
        if (next !== undefined) navigation.go({ deliveryId: next }, true)
      }
      remove().catch((error: unknown) => toasts.problem(words.failed(problemOf(error, wireWords.lostChange).message)))
    },
    [client, navigation, store, toasts],
  )
}

/** Returns the next older delivery that remains, to open after the open one is deleted; undefined if the open one remains. */
function neighbourOf(
  items: readonly DeliverySummary[],
  gone: readonly string[],
  open: string | null,
): string | null | undefined {
  if (open === null || !gone.includes(open)) return undefined
  const after = items.slice(indexOfId(items, open) + 1).find(({ id }) => !gone.includes(id))
  return after?.id ?? null
}

/** Command that deletes all stored deliveries that match the list's filter, not only the loaded ones. */
export function useDeleteMatches(): void {
  const { client, store } = useApp()
  const toasts = useToasts()
  const ask = useAsk()
  const hasFilter = useAppState(({ inbox }) => inbox.filter.terms.length > 0)
  const remove = async () => {
    const { filter, environmentId } = store.getState().inbox
    const text = formatDeliveryFilter(filter)
    const wanted = await ask.confirm({
      title: words.matchesTitle,
      text: words.matchesText(text),
      yes: words.matchesAction,
      no: words.cancel,
      isDanger: true,
    })
    if (!wanted) return
    try {
      const environment = environmentId === null ? {} : { environment: environmentId }
      store.setState({ deletion: await client.deliveries.removeMany({ filter: text, ...environment }) })
    } catch (error) {
      toasts.problem(words.failed(problemOf(error, wireWords.lostChange).message))
    }
  }
  useCommands(() =>
    hasFilter
      ? [{ id: 'delivery.deleteMatches', title: words.matches, group: 'delivery' as const, run: () => void remove() }]
      : [],
  )
}

/** Bar below the list: shows the number of deleted deliveries, and offers undo while it is possible. */
export function DeletionBar() {
  const deletion = useAppState((state) => state.deletion)
  return deletion === null ? null : <BarOf key={deletion.deletion} deletion={deletion} />
}

/** Display time of the message that nothing was deleted, ms. */
const shownMs = 8000

function BarOf({ deletion }: { deletion: Deletion }) {
  const { client, store } = useApp()
  const now = useNow(1000)
  const { deletion: id, undoUntil } = deletion
  const end = useCallback(() => store.setState({ deletion: null }), [store])
  useEffect(() => {
    const left = undoUntil === null ? shownMs : Date.parse(undoUntil) - Date.now()
    const timer = setTimeout(end, Math.min(maxTimerMs, Math.max(0, left)))
    return () => clearTimeout(timer)
  }, [undoUntil, end])
  const { run, busy, problem } = useCall(async () => client.deliveries.undelete({ deletion: id ?? '' }))
  const undo = async () => {
    if ((await run()) === undefined) return
    end()
    focusOn(listId)
  }
  return (
    <section className={styles.bar} aria-label={words.bar}>
      <div className={styles.run}>
        <output>{problem?.message ?? words.done(deletion)}</output>
        {id !== null && undoUntil !== null && (
          <Button look="quiet" icon={<Undo2 aria-hidden="true" />} busy={busy} onClick={() => void undo()}>
            {words.undo(Math.max(0, Math.ceil((Date.parse(undoUntil) - now) / 1000)))}
          </Button>
        )}
      </div>
    </section>
  )
}
