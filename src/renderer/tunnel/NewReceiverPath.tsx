import type { Environment } from '../../shared/wireTypes.ts'
import { useApp } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useToasts } from '../ui/Toasts.tsx'

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
    toasts.done(`${name} has a new receiver path. Apply the webhook config, so that its service knows it.`)
    navigation.go({ screen: 'webhook-config' })
  }
  return (
    <Dialog
      title={`A new receiver path for ${name}?`}
      open={open}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Keep the old one</Button>
          <Button look="danger" busy={renew.busy} onClick={() => void run()}>
            New receiver path
          </Button>
        </>
      }
    >
      <p>
        The key in the path is made anew. Whoever sends to the old path is answered 404 from then on, the service
        included.
      </p>
      <p>What follows: apply the webhook config again. Until then nothing of {name} arrives.</p>
      {renew.problem !== null && <ErrorNote>{renew.problem.message}</ErrorNote>}
    </Dialog>
  )
}
