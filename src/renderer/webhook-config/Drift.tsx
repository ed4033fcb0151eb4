import type { WebhookConfig } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import './WebhookConfig.css'

/** How what was applied no longer fits what is needed, and one click that mends it. */
export function Drift({ environmentId, config: { drift } }: { environmentId: string; config: WebhookConfig }) {
  const client = useClient()
  const again = useCall(async () => client.webhookConfig.apply({ id: environmentId }))
  if (drift.length === 0) return null
  return (
    <div className="config-drift">
      <ErrorNote
        look="warn"
        next={
          <Button busy={again.busy} onClick={() => void again.run()}>
            Apply again
          </Button>
        }
      >
        <p className="config-drift-title">What the service was told last no longer fits.</p>
        <ul>
          {drift.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </ErrorNote>
      {again.problem !== null && <ErrorNote>{again.problem.message}</ErrorNote>}
    </div>
  )
}
