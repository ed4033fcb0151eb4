import type { EnvironmentInput } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'

interface ClearStoredProps {
  label: string
  /** What stays, and what no longer works. */
  note: string
  /** Of the environment. */
  id: string
  /** The fields that are emptied. */
  change: Pick<Partial<EnvironmentInput>, 'password' | 'readonlyUsername' | 'readonlyPassword'>
}

/** Deletes a stored password at once, with what that means beside it. */
export function ClearStored({ label, note, id, change }: ClearStoredProps) {
  const client = useClient()
  const clear = useCall(async () => client.environments.update({ id, ...change }))
  return (
    <div className="access-test">
      <div className="access-line">
        <Button busy={clear.busy} onClick={() => void clear.run()}>
          {label}
        </Button>
        <p className="muted">{note}</p>
      </div>
      {clear.problem !== null && <ErrorNote>{clear.problem.message}</ErrorNote>}
    </div>
  )
}
