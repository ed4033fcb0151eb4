import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Attempt, Delivery } from '../../../../shared/wireTypes.ts'
import { tableCommand } from '../../../commands/shortcuts.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { useShortcut } from '../../../commands/useShortcut.ts'
import { useApp, useClient } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/useLoad.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Fact, Facts } from '../../../ui/Section.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { useToasts } from '../../../ui/Toasts.tsx'
import { JsonView } from '../../body/JsonView.tsx'
import { TimingBar } from '../../charts/TimingBar.tsx'
import { timingWords } from '../../charts/timingWords.ts'
import { ReplayForm } from './ReplayForm.tsx'
import { replayDoubts } from './replayDraft.ts'
import { useReplay } from './useReplay.ts'
import { replayWords } from './words.ts'
import styles from './Replay.module.css'

/**
 * The button and dialog that send a delivery again. What was typed stays when the dialog closes.
 * `late`: another delivery is wanted, and on its way.
 */
export function Replay({ delivery, late }: { delivery: Delivery; late: boolean }) {
  const { navigation } = useApp()
  const [open, setOpen] = useState(false)
  const replay = useReplay(delivery)
  const show = () => {
    if (late) return
    replay.begin()
    setOpen(true)
  }
  useShortcut('delivery.replay', show)
  useCommands(() => [
    {
      ...tableCommand('delivery.replay'),
      title: replayWords.title,
      group: 'delivery',
      alsoFoundBy: replayWords.alsoFoundBy,
      run: show,
    },
  ])
  return (
    <>
      <Button icon={<Send aria-hidden="true" />} hint={replayWords.buttonHint} onClick={show}>
        {replayWords.button}
      </Button>
      <ReplayDialog
        delivery={delivery}
        replay={replay}
        open={open}
        onClose={() => setOpen(false)}
        onShowAttempt={() => navigation.go({ tab: 'attempts' }, true)}
      />
    </>
  )
}

/** The dialog alone, for a delivery that need not be shown. */
export function ReplayOf({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useClient()
  const toasts = useToasts()
  const { data, problem } = useLoad(`replay:${id}`, async (signal) =>
    client.deliveries.get({ id, explain: 'false' }, { signal }),
  )
  const why = problem?.message
  useEffect(() => {
    if (why === undefined) return
    toasts.problem(why)
    onClose()
  }, [why, toasts, onClose])
  return data === undefined ? null : <OpenReplay delivery={data} onClose={onClose} />
}

function OpenReplay({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { navigation } = useApp()
  const replay = useReplay(delivery)
  const onShowAttempt = () => navigation.go({ deliveryId: delivery.id, tab: 'attempts' }, true)
  return <ReplayDialog delivery={delivery} replay={replay} open onClose={onClose} onShowAttempt={onShowAttempt} />
}

interface ReplayDialogProps {
  delivery: Delivery
  replay: ReturnType<typeof useReplay>
  open: boolean
  onClose: () => void
  onShowAttempt: () => void
}

function ReplayDialog({ delivery, replay, open, onClose, onShowAttempt }: ReplayDialogProps) {
  const { busy, answer, problem } = replay.call
  const toAttempts = () => {
    onClose()
    onShowAttempt()
  }
  return (
    <Dialog
      title={replayWords.title}
      open={open}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{replayWords.close}</Button>
          <Button look="primary" busy={busy} onClick={replay.send}>
            {busy ? replayWords.sending : replayWords.send}
          </Button>
        </>
      }
    >
      <ReplayForm delivery={delivery} {...replay} />
      {replayDoubts(replay.draft, delivery).map((doubt) => (
        <ErrorNote key={doubt} look="warn">
          {replayWords[doubt]}
        </ErrorNote>
      ))}
      {replay.isOurs && (
        <SwitchField
          label={replayWords.toReceiver}
          hint={replayWords.toReceiverNote}
          checked={replay.toReceiver}
          onChange={replay.setToReceiver}
        />
      )}
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
      {answer !== undefined && !busy && problem === null && (
        <ReplayResult attempt={answer} onShowAttempt={toAttempts} />
      )}
    </Dialog>
  )
}

/** What came of sending a delivery again: the answer and how long it took. The attempt has all of it. */
function ReplayResult({ attempt, onShowAttempt }: { attempt: Attempt; onShowAttempt: () => void }) {
  const { status, error, method, url, timing, body } = attempt
  return (
    <section ref={show} className={styles.result} aria-label={replayWords.result}>
      <div role="status">
        <h3 className={error !== null || (status ?? 0) >= 400 ? styles.bad : undefined}>
          {status === null ? replayWords.noAnswer : replayWords.answered(status)}
        </h3>
      </div>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      <Facts>
        <Fact name={replayWords.request}>
          <code>
            {method} {url}
          </code>
        </Fact>
        <Fact name={replayWords.answer}>
          {body === null || body === '' ? (
            <span className="muted">{replayWords.noBody}</span>
          ) : (
            <div className={styles.answer}>
              <JsonView text={body.slice(0, 4000)} label={replayWords.answer} />
            </div>
          )}
        </Fact>
        <Fact name={timingWords.timing}>
          <TimingBar timing={timing} />
        </Fact>
      </Facts>
      <Button look="quiet" onClick={onShowAttempt}>
        {replayWords.showAttempt}
      </Button>
    </section>
  )
}

/** The dialog may be longer than the window: what was waited for comes into sight. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
