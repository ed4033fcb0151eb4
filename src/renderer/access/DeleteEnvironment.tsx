import type { Environment } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'

interface DeleteEnvironmentProps {
  /** The one in question, or null when nobody asks. */
  environment: Environment | null
  onClose: () => void
}

/** Says what goes and what stays before an environment is deleted. */
export function DeleteEnvironment({ environment, onClose }: DeleteEnvironmentProps) {
  const client = useClient()
  const remove = useCall(async (id: string) => client.environments.remove({ id }))
  const close = () => {
    remove.reset()
    onClose()
  }
  const run = async (id: string) => {
    if ((await remove.run(id)) !== undefined) close()
  }
  return (
    <Dialog
      title={`Delete ${environment?.name ?? ''}?`}
      open={environment !== null}
      onClose={close}
      actions={
        environment !== null && (
          <>
            <Button onClick={close}>Keep it</Button>
            <Button look="danger" busy={remove.busy} onClick={() => void run(environment.id)}>
              Delete environment
            </Button>
          </>
        )
      }
    >
      <p>
        Its addresses, credentials and secrets are deleted for good. Whoever still sends to its receiver address is
        answered 404, so switch the webhook config off at the service first.
      </p>
      <p>
        Its deliveries stay where they are. The inbox shows one environment at a time, so it no longer lists them;
        scripts still read them through the API.
      </p>
      {remove.problem !== null && <ErrorNote>{remove.problem.message}</ErrorNote>}
    </Dialog>
  )
}
