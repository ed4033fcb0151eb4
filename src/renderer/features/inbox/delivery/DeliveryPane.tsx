import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { eventTitle } from '../../../../shared/headline/eventWords.ts'
import { RotateCw } from 'lucide-react'
import { type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { isVerified } from '../../../../shared/model.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { canFetch } from '../../../data/state/deliveryCalls.ts'
import { followUpPanelWords } from '../objects/words.ts'
import { type FoundCause, useExplanation } from '../signature/Findings.tsx'
import type { DeliveryTab } from '../../../data/state/route.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { EmptyState, ErrorNote, Loading, Progress } from '../../../ui/notes/Notes.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { type Tab, Tabs } from '../../../ui/layout/Tabs.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { paneId, tableCommand, useShortcut } from '../../../commands/shortcuts.tsx'
import { useCommands } from '../../../commands/useCommands.ts'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { AttemptsTab, CopyId, HeadersTab } from './WireTabs.tsx'
import { CompareView } from './compare/CompareView.tsx'
import { deliveryWords } from './words.ts'
import { CopyMenu, HandOverMenu } from './DeliveryMenus.tsx'
import { Replay } from '../../send/replay/Replay.tsx'
import { DriftNote } from '../shapes/DriftNote.tsx'
import { ForeignNote, LooksLike, OtherEnvironment, Timeline } from './DeliveryHead.tsx'
import { ObjectTab } from './ObjectTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { SignatureTab } from '../signature/SignatureTab.tsx'
import { visibleText } from '../../../text/visibleText.tsx'
import styles from './DeliveryPane.module.css'
import { LoadedBody, useBlob } from '../body/LoadedBody.tsx'
import { bodyWords as words } from '../body/words.ts'
import notesStyles from '../../../ui/notes/Notes.module.css'

/** While following, the newest may change many times a second: the pane changes at most this often, ms. */
const calmMs = 250

/** One delivery, in full. */
export function DeliveryPane({ id }: { id: string | null }) {
  const calmId = useSettled(id, calmMs)
  const compare = useAppState((state) => state.route.compare)
  const isListed = useAppState((state) => state.inbox.items.length > 0)
  return (
    <section id={paneId} data-part="delivery" className={styles.delivery} aria-label={deliveryWords.delivery}>
      {compare !== null ? (
        <CompareView ids={compare} />
      ) : calmId === null ? (
        <EmptyState title={deliveryWords.noneChosen}>{isListed && <p>{deliveryWords.noneChosenHint}</p>}</EmptyState>
      ) : (
        <LoadedDelivery id={calmId} wanted={id} />
      )}
    </section>
  )
}

/** `wanted` is ahead of `id` for a moment while many come. */
function LoadedDelivery({ id, wanted }: { id: string; wanted: string | null }) {
  const active = useAppState((state) => state.feed.status?.environment.id)
  const everywhere = useAppState((state) => state.route.everywhere)
  const {
    data: known,
    error,
    refetch,
  } = useQuery(
    useCalls().deliveries.get.queryOptions({
      // Nothing waits for the search for a cause: what shows it asks for it.
      input: { id, explain: 'false' },
      // While the next one is on its way, the one before stays: following a rush must not flicker.
      placeholderData: keepPreviousData,
    }),
  )
  const late = known?.id !== wanted
  useLetGo(active, late ? undefined : known?.environmentId)
  // Never shows a delivery next to the list of another environment, not even during a switch.
  const shown = late && !everywhere && known?.environmentId !== active ? undefined : known
  if (shown !== undefined) return <ShownDelivery delivery={shown} late={late} />
  if (error === null) return <Loading what={deliveryWords.loading} />
  return (
    <ErrorNote next={<Button onClick={() => void refetch()}>{deliveryWords.tryAgain}</Button>}>
      {error.message}
    </ErrorNote>
  )
}

/** Changing to another environment drops the delivery of the one before; what a link led to stays. */
function useLetGo(active: string | undefined, environmentId: string | undefined): void {
  const { navigation } = useApp()
  const before = useRef(active)
  useEffect(() => {
    const left = before.current
    before.current = active
    if (left !== undefined && left !== active && left === environmentId) navigation.go({ deliveryId: null }, true)
  }, [active, environmentId, navigation])
}

/** An open delivery counts as seen: now, or when the user returns to the window. */
function useLookedAt(delivery: Delivery, late: boolean): void {
  const { seen } = useApp()
  const unseen = useAppState((state) => state.feed.status?.unseen.newest ?? null)
  useEffect(() => {
    if (late || unseen === null || delivery.foreign !== undefined) return
    const look = () => seen.look([delivery])
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [seen, delivery, late, unseen])
}

/** `late`: the one that was chosen is not here yet, and this is the one before. */
function ShownDelivery({ delivery, late }: { delivery: Delivery; late: boolean }) {
  const { navigation } = useApp()
  const tab = useAppState((state) => state.route.tab)
  useLookedAt(delivery, late)
  const cause = useExplanation(delivery, tab === 'overview' || tab === 'signature')
  const { mutate: runFollowUp, isPending, error } = useMutation(useCalls().deliveries.followUp.mutationOptions())
  const isOwn = delivery.foreign === undefined
  const isFetchable = useAppState(({ feed }) =>
    canFetch(feed.environments.find(({ id }) => id === delivery.environmentId)),
  )
  const can = isOwn && isFetchable && isVerified(delivery.verdict) && delivery.resourceId !== null
  const run = useCallback(() => {
    if (can && !late && !isPending) runFollowUp({ id: delivery.id })
  }, [can, late, isPending, runFollowUp, delivery.id])
  useShortcut('delivery.followUp', run)
  useCommands(() => (can ? [{ ...tableCommand('delivery.followUp'), group: 'delivery', run }] : []))
  const { action, handshakeLabel, resourceType } = delivery
  const title = handshakeLabel === undefined ? eventTitle(action, resourceType) : null
  return (
    <div
      data-part="delivery-shown"
      className={styles.shown}
      aria-busy={late}
      onClickCapture={late ? keepFromActing : undefined}
    >
      <header className={styles.head}>
        <Seal verdict={delivery.verdict} size={30} labelled />
        <div className={styles.name}>
          <h2 className="truncate">
            {title === null ? (
              (handshakeLabel ?? deliveryWords.request(delivery.method))
            ) : (
              <>
                <span title={resourceType ?? undefined}>{visibleText(title.object)}</span>{' '}
                <span title={action ?? undefined}>{visibleText(title.event)}</span>
              </>
            )}
          </h2>
          <p className="muted">
            <CopyId text={delivery.id} what={deliveryWords.copyDeliveryId}>
              {deliveryWords.deliveryId(delivery.id)}
            </CopyId>
            <Time at={delivery.receivedAt} form="moment" />
          </p>
        </div>
        <CopyMenu delivery={delivery} late={late} />
        {isOwn && <HandOverMenu delivery={delivery} />}
        {isOwn && <Replay key={delivery.id} delivery={delivery} late={late} />}
        {can && delivery.followUp.state === 'done' && (
          <Button
            className={styles.run}
            icon={<RotateCw aria-hidden="true" />}
            busy={isPending}
            hint={deliveryWords.runAgainHint}
            onClick={run}
          >
            {followUpPanelWords.runAgain}
          </Button>
        )}
      </header>
      <OtherEnvironment delivery={delivery} />
      {delivery.foreign !== undefined && <ForeignNote foreign={delivery.foreign} />}
      <LooksLike delivery={delivery} />
      {isOwn && delivery.drift !== undefined && <DriftNote delivery={delivery} numbers={delivery.drift} />}
      <Timeline delivery={delivery} isFetchable={isFetchable} />
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      <Tabs
        label={deliveryWords.parts}
        of={delivery.id}
        tabs={tabsOf(delivery)}
        current={tab}
        onChange={(next) => navigation.go({ tab: next }, true)}
      >
        <CurrentTab key={delivery.id} tab={tab} delivery={delivery} cause={cause} />
      </Tabs>
    </div>
  )
}

/** Blocks actions on a delivery that is about to be replaced. Tabs belong to no delivery. */
function keepFromActing(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('[role="tab"]') !== null) return
  event.preventDefault()
  event.stopPropagation()
}

function tabsOf(delivery: Delivery): Tab<DeliveryTab>[] {
  return [
    { id: 'overview', label: deliveryWords.tabs.overview, shortcut: '1' },
    { id: 'body', label: deliveryWords.tabs.body, shortcut: '2' },
    { id: 'headers', label: deliveryWords.tabs.headers, shortcut: '3', note: delivery.headers.length },
    { id: 'signature', label: deliveryWords.tabs.signature, shortcut: '4' },
    { id: 'object', label: deliveryWords.tabs.object, shortcut: '5' },
    { id: 'attempts', label: deliveryWords.tabs.attempts, shortcut: '6', note: delivery.attempts.length },
  ]
}

function CurrentTab({ tab, delivery, cause }: { tab: DeliveryTab; delivery: Delivery; cause: FoundCause }) {
  switch (tab) {
    case 'overview':
      return <OverviewTab delivery={delivery} cause={cause} />
    case 'body':
      return <BodyTab delivery={delivery} />
    case 'headers':
      return <HeadersTab delivery={delivery} />
    case 'signature':
      return <SignatureTab delivery={delivery} cause={cause} />
    case 'object':
      return <ObjectTab delivery={delivery} />
    case 'attempts':
      return <AttemptsTab delivery={delivery} />
  }
}

/** The body as it came: as a tree, laid out, as text, or byte by byte. */
function BodyTab({ delivery }: { delivery: Delivery }) {
  const { blob, loaded, problem } = useBlob(delivery.id, delivery.size)
  if (problem !== null) return <ErrorNote>{problem.message}</ErrorNote>
  if (blob === null) {
    return (
      <output data-part="loading" className={notesStyles.loading}>
        <Progress label={words.loading} value={loaded} max={delivery.size} />
        {words.loaded(loaded, delivery.size)}
      </output>
    )
  }
  if (blob.size === 0) {
    return (
      <EmptyState title={words.emptyTitle}>
        <p>{words.emptyText}</p>
      </EmptyState>
    )
  }
  return <LoadedBody delivery={delivery} blob={blob} />
}
