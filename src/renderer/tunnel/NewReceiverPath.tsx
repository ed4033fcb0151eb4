import type { Environment } from '../../shared/wireTypes.ts'
import { useApp } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useToasts } from '../ui/Toasts.tsx'
import { tunnelWords } from '../words/tunnel.ts'

interface NewReceiverPathProps {
  environment: Environment
  open: boolean
  onClose: () => void
}

/** Asks before the old path stops working, and says what follows. */
export function NewReceiverPath({ environment: { id, name }, open, onClose }: NewReceiverPathProps) {
  const { client, navigation } = useApp()
  const toasts = useToasts()
  const renew = useCall(async () => client.environments.renewReceiverPath({ id }))
  const close = () => {
    renew.reset()
    onClose()
  }
  const run = async () => {
    if ((await renew.run()) === undefined) return
    close()
    toasts.done(tunnelWords.newPathDone(name))
    navigation.go({ screen: 'webhook-config' })
  }
  return (
    <Dialog
      title={tunnelWords.newPathQuestion(name)}
      open={open}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{tunnelWords.keepOldPath}</Button>
          <Button look="danger" busy={renew.busy} onClick={() => void run()}>
            {tunnelWords.newPath}
          </Button>
        </>
      }
    >
      <p>{tunnelWords.newPathNote}</p>
      <p>{tunnelWords.newPathNext(name)}</p>
      {renew.problem !== null && <ErrorNote>{renew.problem.message}</ErrorNote>}
    </Dialog>
  )
}
