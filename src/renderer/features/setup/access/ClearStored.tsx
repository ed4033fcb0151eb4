import type { EnvironmentInput } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { useToasts } from '../../../ui/Toasts.tsx'
import { Row, Stack } from '../../../ui/Stack.tsx'

interface ClearStoredProps {
  label: string
  /** What stays, and what no longer works. */
  note: string
  /** That it came true. */
  done: string
  /** Of the environment. */
  id: string
  /** The fields that are emptied. */
  change: Pick<Partial<EnvironmentInput>, 'password' | 'readonlyUsername' | 'readonlyPassword'>
}

/** Deletes a stored password at once, with what that means beside it. */
export function ClearStored({ label, note, done, id, change }: ClearStoredProps) {
  const client = useClient()
  const toasts = useToasts()
  const clear = useCall(async () => client.environments.update({ id, ...change }))
  // The button goes with what it deletes, so what came of it is told elsewhere.
  const run = async () => {
    if ((await clear.run()) !== undefined) toasts.done(done)
  }
  return (
    <Stack>
      <Row>
        <Button busy={clear.busy} onClick={() => void run()}>
          {label}
        </Button>
        <p className="muted">{note}</p>
      </Row>
      {clear.problem !== null && <ErrorNote>{clear.problem.message}</ErrorNote>}
    </Stack>
  )
}
