import { useMutation } from '@tanstack/react-query'
import { Copy, GitCompareArrows, Pin, RotateCw, Send, Trash2, Undo2, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { maxTimerMs } from '../../../../shared/basics/timers.ts'
import { formatDeliveryFilter } from '../../../../shared/filter/formatDeliveryFilter.ts'
import type { Deletion } from '../../../../shared/wireTypes.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { indexOfId } from '../../../data/state/deliveryCalls.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { Button, IconButton, Spinner } from '../../../ui/basics/Button.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import { Choice, Form } from '../../../ui/fields/Form.tsx'
import { SwitchField, TextField } from '../../../ui/fields/Field.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { Dialog, useAsk } from '../../../ui/popups/Dialog.tsx'
import type { MenuAction } from '../../../ui/popups/MenuPopup.tsx'
import { MenuButton } from '../../../ui/popups/Popups.tsx'
import { useReplayGuard } from '../../send/replay/useReplayGuard.ts'
import { focusOn, listId } from './inboxActions.ts'
import { deleteWords, pickedWords as words } from './laterWords.ts'
import type { OrderedReplay, PickedRun } from './usePickedRun.ts'
import { SavedFilterCommands } from './FilterParts.tsx'
import { actionWords } from './words.ts'
import styles from './InboxParts.module.css'

/** Actions on all picked deliveries. */
export interface PickedActions {
  ids: readonly string[]
  /** For the menu, in order; the bar has the same. */
  entries: readonly MenuAction[]
  isPinned: boolean
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
export function PickedBar({ count, actions: { entries }, run, onClear }: BarProps) {
  const isRunning = run.state !== null && run.state.result === null
  const inBar = entries.filter(({ id }) => icons[id] !== undefined)
  return (
    <section className={styles.belowList} aria-label={words.bar}>
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
export function ReplayAll({ ids, onSend, onClose }: ReplayAllProps) {
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

/** The foot of the list: what was deleted, with a way back. Commands on the whole list are offered along with it. */
export function ListFoot() {
  const deletion = useAppState((state) => state.deletion)
  useDeleteMatches()
  return (
    <>
      {deletion !== null && <DeletionBar key={deletion.deletion} deletion={deletion} />}
      <SavedFilterCommands />
    </>
  )
}

/** Command that deletes all stored deliveries that match the list's filter, not only the loaded ones. */
function useDeleteMatches(): void {
  const { store } = useApp()
  const toasts = useToasts()
  const ask = useAsk()
  const hasFilter = useAppState(({ inbox }) => inbox.filter.terms.length > 0)
  const { mutate } = useMutation(
    useCalls().deliveries.removeMany.mutationOptions({
      onSuccess: (deletion) => store.setState({ deletion }),
      onError: ({ message }) => toasts.problem(actionWords.deleteFailed(message)),
    }),
  )
  const remove = async () => {
    const { filter, environmentId } = store.getState().inbox
    const text = formatDeliveryFilter(filter)
    const wanted = await ask.confirm({
      title: deleteWords.matchesTitle,
      text: deleteWords.matchesText(text),
      yes: deleteWords.matchesAction,
      no: deleteWords.cancel,
      isDanger: true,
    })
    if (wanted) mutate({ filter: text, ...(environmentId === null ? {} : { environment: environmentId }) })
  }
  useCommands(() =>
    hasFilter
      ? [
          {
            id: 'delivery.deleteMatches',
            title: deleteWords.matches,
            group: 'delivery' as const,
            run: () => void remove(),
          },
        ]
      : [],
  )
}

/** Display time of the message that nothing was deleted, ms. */
const shownMs = 8000

function DeletionBar({ deletion }: { deletion: Deletion }) {
  const { store } = useApp()
  const now = useNow(1000)
  const { deletion: id, undoUntil } = deletion
  const end = useCallback(() => store.setState({ deletion: null }), [store])
  useEffect(() => {
    const left = undoUntil === null ? shownMs : Date.parse(undoUntil) - Date.now()
    const timer = setTimeout(end, Math.min(maxTimerMs, Math.max(0, left)))
    return () => clearTimeout(timer)
  }, [undoUntil, end])
  const undo = useMutation(
    useCalls().deliveries.undelete.mutationOptions({
      onSuccess: () => {
        end()
        focusOn(listId)
      },
    }),
  )
  return (
    <section className={styles.belowList} aria-label={deleteWords.bar}>
      <div className={styles.run}>
        <output>{undo.error?.message ?? deleteWords.done(deletion)}</output>
        {id !== null && undoUntil !== null && (
          <Button
            look="quiet"
            icon={<Undo2 aria-hidden="true" />}
            busy={undo.isPending}
            onClick={() => undo.mutate({ deletion: id })}
          >
            {deleteWords.undo(Math.max(0, Math.ceil((Date.parse(undoUntil) - now) / 1000)))}
          </Button>
        )}
      </div>
    </section>
  )
}
