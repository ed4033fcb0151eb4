import { Undo2 } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { maxTimerMs } from '../../../../shared/basics/timers.ts'
import { formatDeliveryFilter } from '../../../../shared/filter/formatDeliveryFilter.ts'
import type { DeliverySummary } from '../../../../shared/model.ts'
import type { Deletion } from '../../../../shared/wireTypes.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { indexOfId } from '../../../data/state/deliveryLists.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import { focusOn, listId } from './inboxPlaces.ts'
import { deleteWords as words } from './rowActionWords.ts'
import styles from './RowActions.module.css'

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
