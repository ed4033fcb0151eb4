import { useQuery } from '@tanstack/react-query'
import { Microscope, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { shortReceiverKey } from '../../../../shared/receiverKey.ts'
import type { Attempt, Delivery } from '../../../../shared/wireTypes.ts'
import { tableCommand, useShortcut } from '../../../commands/shortcuts.tsx'
import { useCommands } from '../../../commands/useCommands.ts'
import { useApp, useCalls } from '../../../data/state/useApp.ts'
import { formatClock } from '../../../text/format.ts'
import { Button, Row } from '../../../ui/basics/Button.tsx'
import { Dialog } from '../../../ui/popups/Dialog.tsx'
import { lazily } from '../../../ui/notes/Notes.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { SwitchField } from '../../../ui/fields/Field.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { type ReplayState, useReplay } from './useReplay.ts'
import { replayWords as words, shrinkWords } from './words.ts'
import styles from './Replay.module.css'

const ShrinkDialog = lazily(shrinkWords.part, async () => (await import('./ShrinkDialog.tsx')).ShrinkDialog)
const Workbench = lazily(words.partWorkbench, async () => (await import('../workbench/Workbench.tsx')).Workbench)

/**
 * The button and panel that send a delivery again. Typed text stays when the panel closes.
 * `late`: another delivery is wanted, and on its way.
 */
export function Replay({ delivery, late }: { delivery: Delivery; late: boolean }) {
  const [open, setOpen] = useState(false)
  const replay = useReplay(delivery)
  const show = () => {
    if (late) return
    replay.begin()
    setOpen(true)
  }
  useEffect(() => void Workbench.preload().catch(() => undefined), [])
  useShortcut('delivery.replay', show)
  useCommands(() => [
    {
      ...tableCommand('delivery.replay'),
      title: words.title,
      group: 'delivery',
      alsoFoundBy: words.alsoFoundBy,
      run: show,
    },
  ])
  return (
    <>
      <Button
        icon={<Send aria-hidden="true" />}
        // The form that repairs a delivery has the primary button.
        look={delivery.verdict === 'invalid' || delivery.followUp.state === 'failed' ? 'plain' : 'primary'}
        hint={words.buttonHint}
        onClick={show}
      >
        {words.button}
      </Button>
      <ReplayDialog delivery={delivery} replay={replay} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** The panel alone, for a delivery that need not be shown. */
export function ReplayOf({ id, onClose }: { id: string; onClose: () => void }) {
  const toasts = useToasts()
  const { data, error } = useQuery(useCalls().deliveries.get.queryOptions({ input: { id, explain: 'false' } }))
  const why = data === undefined ? error?.message : undefined
  useEffect(() => {
    if (why === undefined) return
    toasts.problem(why)
    onClose()
  }, [why, toasts, onClose])
  return data === undefined ? null : <ReplayFrom delivery={data} from={null} onClose={onClose} />
}

/** The open panel, which starts from what was sent before. */
export function ReplayFrom({
  delivery,
  from,
  onClose,
}: {
  delivery: Delivery
  /** Null: from the delivery as it came. */
  from: Attempt | null
  onClose: () => void
}) {
  const replay = useReplay(delivery, from)
  return <ReplayDialog delivery={delivery} replay={replay} open onClose={onClose} />
}

interface ReplayDialogProps {
  delivery: Delivery
  replay: ReplayState
  open: boolean
  onClose: () => void
}

function ReplayDialog({ delivery, replay, open, onClose }: ReplayDialogProps) {
  const { navigation } = useApp()
  const toAttempts = () => {
    onClose()
    navigation.go({ deliveryId: delivery.id, tab: 'attempts' }, true)
  }
  return (
    <Dialog title={words.title} open={open} onClose={onClose} isWide>
      <Workbench
        {...replay}
        beside={<Beside replay={replay} />}
        startFrom={<SentBefore attempts={delivery.attempts.filter(({ kind }) => kind === 'replay')} replay={replay} />}
        afterAnswer={
          <Row>
            <Button onClick={toAttempts}>{words.showAttempt}</Button>
            {replay.sending.answer !== undefined && <FindFault delivery={delivery} attempt={replay.sending.answer} />}
          </Row>
        }
      />
    </Dialog>
  )
}

/** Where else to send to, and what is asked before our own receiver gets it. */
function Beside({ replay }: { replay: ReplayState }) {
  const { suggestions, draft, set, isOurs, toReceiver, setToReceiver, sending, allow } = replay
  const why = sending.problem?.why
  const others = suggestions.filter(({ url }) => url !== draft.url)
  return (
    <>
      {others.length > 0 && (
        <div className={styles.to}>
          <span>{words.sendTo}</span>
          <ul className={styles.suggestions} aria-label={words.suggestions}>
            {others.map(({ url, why }) => (
              <li key={url}>
                <button type="button" className={styles.suggestion} onClick={() => set('url', url)}>
                  <code className="truncate">{shortReceiverKey(url)}</code> <span className="muted">{words[why]}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {why?.code === 'host-not-allowed' && (
        <div>
          <Button onClick={() => allow(why.fields.host)}>{words.allow(why.fields.host)}</Button>
        </div>
      )}
      {isOurs && (
        <SwitchField
          label={words.toReceiver}
          hint={words.toReceiverNote}
          checked={toReceiver}
          onChange={setToReceiver}
        />
      )}
    </>
  )
}

/** Opens an earlier replay to send it again. */
function SentBefore({ attempts, replay }: { attempts: readonly Attempt[]; replay: ReplayState }) {
  const [chosen, setChosen] = useState('')
  if (attempts.length === 0) return null
  const options = attempts.map((attempt, place) => ({
    value: attempt.id,
    label: words.sentBefore(
      place + 1,
      formatClock(attempt.startedAt, 'second'),
      attempt.status === null ? words.noAnswer : String(attempt.status),
      attempt.replayed?.edited === true ? words.edited : words.asItCame,
    ),
  }))
  return (
    <SelectField
      label={words.startFrom}
      options={[{ value: '', label: words.theDelivery }, ...options.toReversed()]}
      value={chosen}
      onChange={(id) => {
        setChosen(id)
        replay.startFrom(attempts.find((attempt) => attempt.id === id) ?? null)
      }}
    />
  )
}

type Sent = Pick<Attempt, 'kind' | 'status' | 'error' | 'url' | 'requestBody'>

/** Whether a search can begin at an attempt: an app did not accept the delivery, and its body was sent as it came. Pure. */
export function canSearch({ kind, status, error, requestBody }: Sent): boolean {
  const isToApp = kind === 'replay' || kind === 'forward'
  return isToApp && requestBody == null && (error !== null || (status ?? 0) >= 400)
}

/** The button beside an answer that is not 2xx, which opens the search for what breaks the handler. */
export function FindFault({ delivery, attempt }: { delivery: Pick<Delivery, 'id' | 'environmentId'>; attempt: Sent }) {
  const [open, setOpen] = useState(false)
  if (!canSearch(attempt)) return null
  return (
    <>
      <Button icon={<Microscope aria-hidden="true" />} hint={shrinkWords.buttonHint} onClick={() => setOpen(true)}>
        {shrinkWords.button}
      </Button>
      {open && <ShrinkDialog delivery={delivery} url={attempt.url} onClose={() => setOpen(false)} />}
    </>
  )
}
