import type { WebhookConfig } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { webhookConfigWords } from './words.ts'
import { repairedFields } from './changesOf.ts'
import styles from './WebhookConfig.module.css'

interface DriftProps {
  environmentId: string
  config: WebhookConfig
  /** The form below has changes that are not applied: a repair does not send them. */
  edited: boolean
}

/** How what was applied no longer fits what is needed, and one click that repairs it. */
export function Drift({ environmentId, config, edited }: DriftProps) {
  const { drift } = config
  const client = useClient()
  const repair = useCall(async () => client.webhookConfig.repair({ id: environmentId }))
  if (drift.length === 0) return null
  return (
    <div className={styles.drift}>
      <ErrorNote
        look="warn"
        next={
          <Button busy={repair.busy} onClick={() => void repair.run()}>
            {webhookConfigWords.repair}
          </Button>
        }
      >
        <p className={styles.driftTitle}>{webhookConfigWords.drift}</p>
        <ul>
          {drift.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {edited && <p>{webhookConfigWords.repairSends(repairedFields(config))}</p>}
      </ErrorNote>
      {repair.problem !== null && <ErrorNote>{repair.problem.message}</ErrorNote>}
    </div>
  )
}
