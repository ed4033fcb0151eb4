import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { FilterKey, FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import { formatTerm, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { compareDeliveryIds, type DeliverySummary, isVerified } from '../../../../shared/model.ts'
import { usualCurl } from '../../../../shared/requestText/requestForms.ts'
import { type ContextOffer, contextEntries, useCopyText } from '../../../commands/contextEntries.tsx'
import { useCommands } from '../../../commands/useCommands.ts'
import { paletteWords } from '../../../commands/words.ts'
import type { ToExport } from '../../../data/state/appStore.ts'
import { indexOfId, noPicks } from '../../../data/state/deliveryCalls.ts'
import { narrowed } from '../../../data/state/filterTerms.ts'
import { storyPlace } from '../../../data/state/route.ts'
import type { App } from '../../../data/state/startApp.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import type { MenuAction } from '../../../ui/popups/MenuPopup.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { useContextMenu } from '../../../ui/popups/Popups.tsx'
import { ReplayOf } from '../../send/replay/Replay.tsx'
import { copyAs, saveTestCase } from '../delivery/copyAs.ts'
import { focusOn, listId, useDelete, useMark, useTogglePin } from './inboxActions.ts'
import { type PickedActions, PickedBar, ReplayAll } from './ListBars.tsx'
import type { ListedRow } from './threads.ts'
import { noTypeWords, pickedWords as words, rowMenuWords } from './laterWords.ts'
import { type PickedRun, usePickedRun } from './usePickedRun.ts'
import { actionWords } from './words.ts'

/** Actions on rows: the context menu of one or of all picked rows, and the bar while several are picked. */
export function RowActions({ rows }: { rows: readonly ListedRow[] }) {
  const { inbox } = useApp()
  const [replaying, setReplaying] = useState<string | null>(null)
  const [replayingAll, setReplayingAll] = useState<readonly string[] | null>(null)
  const run = usePickedRun()
  const picks = useAppState((state) => state.inbox.picks.ids)
  const ids = useMemo(() => [...picks].sort(compareDeliveryIds), [picks])
  const actions = usePickedActions(ids, run, () => setReplayingAll(ids))
  useRowMenu(rows, setReplaying, actions)
  const endReplay = useCallback(() => setReplaying(null), [])
  const clear = () => {
    inbox.pick(noPicks)
    // The bar goes: the focus must not go with it.
    focusOn(listId)
  }
  return (
    <>
      {(ids.length > 0 || run.state !== null) && (
        <PickedBar count={ids.length} actions={actions} run={run} onClear={clear} />
      )}
      {replaying !== null && <ReplayOf key={replaying} id={replaying} onClose={endReplay} />}
      {replayingAll !== null && (
        <ReplayAll ids={replayingAll} onSend={run.replay} onClose={() => setReplayingAll(null)} />
      )}
    </>
  )
}

function usePickedActions(ids: readonly string[], run: PickedRun, onReplay: () => void): PickedActions {
  const { navigation, store } = useApp()
  const remove = useDelete()
  const isPinned = useAppState(({ inbox }) =>
    ids.every((id) => inbox.items[indexOfId(inbox.items, id)]?.pinned === true),
  )
  const [one, other] = ids
  const compare = () => {
    if (one !== undefined && other !== undefined) navigation.go({ marked: null, compare: [one, other] })
  }
  const exportPicked = () => {
    store.setState({ toExport: { ids } })
    navigation.go({ screen: 'case-files', deliveryId: null })
  }
  const recordPicked = () => {
    store.setState({ toRecord: { ids } })
    navigation.go({ screen: 'scenarios', deliveryId: null })
  }
  useCommands(() =>
    ids.length === 0
      ? []
      : [
          {
            id: 'delivery.exportSelection',
            title: paletteWords.exportSelection(ids.length),
            group: 'delivery',
            alsoFoundBy: paletteWords.also.export,
            run: exportPicked,
          },
          {
            id: 'delivery.recordSelection',
            title: words.record,
            group: 'delivery',
            alsoFoundBy: paletteWords.also.export,
            run: recordPicked,
          },
        ],
  )
  const entries: MenuAction[] = [
    { id: 'followUp', label: words.followUp, run: () => run.followUp(ids) },
    { id: 'replay', label: words.replay, run: onReplay },
    { id: 'pin', label: isPinned ? words.unpin : words.pin, run: () => run.pin(ids, !isPinned) },
    ...(ids.length === 2 ? [{ id: 'compare', label: words.compare, run: compare }] : []),
    { id: 'copyIds', label: words.copyIds, run: () => run.copy(ids, 'copyIds') },
    { id: 'copyJson', label: words.copyJson, run: () => run.copy(ids, 'copyJson') },
    { id: 'copyCurl', label: words.copyCurl, run: () => run.copy(ids, 'copyCurl') },
    { id: 'export', label: words.export, run: exportPicked },
    { id: 'record', label: words.record, run: recordPicked },
    { id: 'delete', label: words.delete, run: () => remove(ids) },
  ]
  return { ids, entries, isPinned }
}

/**
 * Offers the context menu of the list's rows; on a row that is picked with others, that of all of them.
 * @param onReplay opens the dialog that sends a delivery again
 */
function useRowMenu(
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
  const ask = useAsk()
  const { toCaseFiles, toScenario } = handOver(app)
  const followUp = useMutation(
    useCalls().deliveries.followUp.mutationOptions({
      onError: ({ message }) => toasts.problem(rowMenuWords.notFollowedUp(message)),
    }),
  )
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
      return { label: words.menu(picked.ids.length), entries: picked.entries }
    }
    const object = resourceType === null || resourceId === null ? null : { resourceType, resourceId }
    const terms = termsOf(delivery)
    const isSeal = hit.closest('[data-verdict]') !== null
    const key = isSeal ? 'verdict' : hit.closest<HTMLElement>('[data-term]')?.dataset['term']
    return {
      label: rowMenuWords.menu(id),
      entries: contextEntries('delivery', {
        'delivery.open': { run: () => navigation.go({ deliveryId: id }) },
        'delivery.copyId': { run: () => copyText(id) },
        'delivery.copyCurl': { run: async () => copyCurl(id) },
        'delivery.followUp': isVerified(verdict) && object !== null ? { run: () => followUp.mutate({ id }) } : null,
        'delivery.replay': { run: () => onReplay(id) },
        'delivery.testCase': { run: async () => saveTestCase(app, ask, toasts, id) },
        'delivery.check': { run: () => navigation.go({ screen: 'check', deliveryId: id }) },
        'delivery.compose': { run: () => navigation.go({ screen: 'compose', deliveryId: id }) },
        'delivery.pin': {
          title: pinned ? actionWords.unpin : actionWords.pin,
          run: () => togglePin(id),
        },
        'delivery.delete': { run: () => remove([id]) },
        'delivery.export': {
          ...(thread.length > 1 ? { title: rowMenuWords.exportThread(thread.length) } : {}),
          run: () => toCaseFiles({ ids: thread }),
        },
        'delivery.mark': { title: actionWords.mark, run: () => mark(id) },
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
      'filter.only': { title: rowMenuWords.only(name(term)), run: () => narrow(term) },
      'filter.without': { title: rowMenuWords.without(name(term)), run: () => narrow(not(term)) },
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

/**
 * The text of a row without a type: that there is none, and where the sender's preset looks for it; without such a place
 * the method.
 */
export function NoTypeName({ scheme, method }: { scheme: string; method: string }) {
  const preset = senderPreset(scheme)
  const places = preset?.meaning?.eventType.filter((place) => !place.startsWith('=')) ?? []
  if (preset === undefined || places.length === 0) return method
  const named = places.map((place) => (place === '@key' ? noTypeWords.firstField : place.replaceAll('|', ' or ')))
  return <span title={noTypeWords.typeIsIn(preset.scheme.label, named)}>{noTypeWords.noType}</span>
}
