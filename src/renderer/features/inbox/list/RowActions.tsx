import { Copy, GitCompareArrows, Pin, RotateCw, Send, Trash2, X } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { compareDeliveryIds } from '../../../../shared/model.ts'
import { indexOfId, noPicks } from '../../../data/state/deliveryLists.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Button, IconButton, Spinner } from '../../../ui/basics/Button.tsx'
import { Choice, Form } from '../../../ui/fields/Form.tsx'
import { Dialog } from '../../../ui/popups/Dialog.tsx'
import { SwitchField, TextField } from '../../../ui/fields/Field.tsx'
import type { MenuAction } from '../../../ui/popups/MenuPopup.tsx'
import { MenuButton } from '../../../ui/popups/Popups.tsx'
import { useCommands } from '../../../commands/useCommands.ts'
import { paletteWords } from '../../../commands/words.ts'
import { useDelete, focusOn, listId } from './inboxActions.tsx'
import { useReplayGuard } from '../../send/replay/useReplayGuard.ts'
import { pickedWords as words } from './rowActionWords.ts'
import type { ListedRow } from './threads.ts'
import { type OrderedReplay, type PickedRun, usePickedRun } from './usePickedRun.ts'
import { useRowMenu } from './rowInput.ts'
import styles from './InboxScreen.module.css'
import { lazily } from '../../../ui/notes/Notes.tsx'

const ReplayOf = lazily(
  words.partReplay,
  async () => (await import('../../send/replay/Replay.tsx')).ReplayOf,
  () => null,
)

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
      {(ids.length > 0 || run.state !== null) && <Bar count={ids.length} actions={actions} run={run} onClear={clear} />}
      {replaying !== null && <ReplayOf key={replaying} id={replaying} onClose={endReplay} />}
      {replayingAll !== null && (
        <ReplayAll ids={replayingAll} onSend={run.replay} onClose={() => setReplayingAll(null)} />
      )}
    </>
  )
}

/** Actions on all picked deliveries. */
export interface PickedActions {
  ids: readonly string[]
  /** For the menu, in order; the bar has the same. */
  entries: readonly MenuAction[]
  isPinned: boolean
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

interface BarProps {
  count: number
  actions: PickedActions
  run: PickedRun
  onClear: () => void
}

const icons: Readonly<Record<string, typeof Pin>> = {
  followUp: RotateCw,
  replay: Send,
  pin: Pin,
  compare: GitCompareArrows,
  delete: Trash2,
}

/** Below the list: how many are picked, what can be done with them, and the outcome. */
function Bar({ count, actions: { entries }, run, onClear }: BarProps) {
  const isRunning = run.state !== null && run.state.result === null
  const inBar = entries.filter(({ id }) => icons[id] !== undefined)
  return (
    <section className={styles.bar} aria-label={words.bar}>
      <RunLine run={run} />
      {count > 0 && (
        <div className={styles.actions}>
          <div className={styles.choices}>
            <output className={`${styles.count} numbers`}>{words.count(count)}</output>
            {inBar.map(({ id, label, run: act }) => {
              const Icon = icons[id] ?? Pin
              return (
                <Button
                  key={id}
                  look="quiet"
                  icon={<Icon aria-hidden="true" />}
                  aria-disabled={isRunning}
                  onClick={act}
                >
                  {label}
                </Button>
              )
            })}
            <MenuButton
              label={words.copy}
              hint={words.copyHint}
              icon={<Copy />}
              busy={isRunning}
              entries={entries.filter(({ id }) => icons[id] === undefined)}
            />
          </div>
          <IconButton label={words.clear} icon={<X />} onClick={onClear} />
        </div>
      )}
    </section>
  )
}

/** How far it is, with a way to stop it; then the result. */
function RunLine({ run }: { run: PickedRun }) {
  if (run.state === null) return null
  const { action, ended, of, result } = run.state
  return (
    <div className={styles.run}>
      {result === null && <Spinner />}
      <output className="numbers">
        {result === null ? words.progress(action, ended, of) : words.result(action, result)}
      </output>
      {result === null ? (
        <Button look="quiet" onClick={run.stop}>
          {words.stop}
        </Button>
      ) : (
        <IconButton label={words.dismiss} icon={<X />} onClick={run.dismiss} />
      )}
    </div>
  )
}

const keptAddress = 'hookscope.replay.url'

interface ReplayAllProps {
  ids: readonly string[]
  onSend: (ids: readonly string[], how: OrderedReplay) => void
  onClose: () => void
}

/** Where several deliveries are sent to, and how. */
function ReplayAll({ ids, onSend, onClose }: ReplayAllProps) {
  const present = useAppState((state) => state.route.present)
  const [how, setHow] = useState<OrderedReplay>(() => ({
    // An address that was typed is not masked.
    url: present ? '' : (localStorage.getItem(keptAddress) ?? ''),
    signature: 'received',
    stopAtFailure: true,
  }))
  const [tried, setTried] = useState(false)
  const isSendable = URL.canParse(how.url) && /^https?:$/.test(new URL(how.url).protocol)
  const { store } = useApp()
  const mayGoOn = useReplayGuard()
  const send = async () => {
    setTried(true)
    if (!isSendable) return
    const { items } = store.getState().inbox
    const from = ids.flatMap((id) => items[indexOfId(items, id)]?.environmentId ?? [])
    if (!(await mayGoOn(from, how.url, ids.length))) return
    localStorage.setItem(keptAddress, how.url)
    onSend(ids, how)
    onClose()
  }
  return (
    <Dialog
      title={words.replayTitle(ids.length)}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" icon={<Send aria-hidden="true" />} onClick={() => void send()}>
            {words.send}
          </Button>
        </>
      }
    >
      <p className="muted">{words.replayLead}</p>
      <Form onSubmit={() => void send()}>
        <TextField
          label={words.address}
          hint={words.addressHint}
          problem={tried && !isSendable ? words.addressMissing : null}
          placeholder={words.addressExample}
          inputMode="url"
          mono
          value={how.url}
          onChange={(url) => setHow({ ...how, url: url.trim() })}
        />
      </Form>
      <Choice
        label={words.signature}
        options={[
          { id: 'received', label: words.received },
          { id: 'new', label: words.signAgain },
        ]}
        value={how.signature}
        onChange={(signature) => setHow({ ...how, signature })}
      />
      <SwitchField
        label={words.stopAtFailure}
        hint={words.stopAtFailureHint}
        checked={how.stopAtFailure}
        onChange={(stopAtFailure) => setHow({ ...how, stopAtFailure })}
      />
    </Dialog>
  )
}
