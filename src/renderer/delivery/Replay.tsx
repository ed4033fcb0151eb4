import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Delivery } from '../../shared/wireTypes.ts'
import { useCommands } from '../palette/useCommands.ts'
import { useShortcut } from '../palette/useShortcut.ts'
import { useApp } from '../state/useApp.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SwitchField } from '../ui/SwitchField.tsx'
import { replayWords } from '../words/deliveryActions.ts'
import { replayDoubts } from './replayDraft.ts'
import { ReplayForm } from './ReplayForm.tsx'
import { ReplayResult } from './ReplayResult.tsx'
import { useReplay } from './useReplay.ts'
import './Replay.css'

/**
 * The button and dialog that send a delivery again. What was typed stays when the dialog closes.
 * `late`: another delivery is wanted, and on its way.
 */
export function Replay({ delivery, late }: { delivery: Delivery; late: boolean }) {
  const { navigation } = useApp()
  const [open, setOpen] = useState(false)
  const replay = useReplay(delivery)
  const { busy, answer, problem } = replay.call
  const show = () => {
    if (late) return
    replay.begin()
    setOpen(true)
  }
  useShortcut('replay', show)
  useCommands(() => [
    {
      id: 'delivery.replay',
      title: replayWords.title,
      group: 'delivery',
      keys: 'r',
      alsoFoundBy: replayWords.alsoFoundBy,
      run: show,
    },
  ])
  const toAttempts = () => {
    setOpen(false)
    navigation.go({ tab: 'attempts' }, true)
  }
  return (
    <>
      <Button icon={<Send aria-hidden="true" />} title={replayWords.buttonHint} onClick={show}>
        {replayWords.button}
      </Button>
      <Dialog
        title={replayWords.title}
        open={open}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{replayWords.close}</Button>
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
    </>
  )
}
