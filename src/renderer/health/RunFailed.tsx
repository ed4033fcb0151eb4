import type { Environment } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { healthWords } from '../words/health.ts'

/** All that failed once more, for when the credentials are right now or the service is back. */
export function RunFailed({ environment }: { environment: Environment }) {
  const client = useClient()
  const run = useCall(async () => client.environments.runFailedFollowUps({ id: environment.id }))
  return (
    <>
      <Button busy={run.busy} onClick={() => void run.run()}>
        {healthWords.runFailed(environment.name)}
      </Button>
      <p role="status" className="muted">
        {run.answer !== undefined && healthWords.ranFailed(run.answer.waiting)}
      </p>
      {run.problem !== null && <ErrorNote>{run.problem.message}</ErrorNote>}
    </>
  )
}
