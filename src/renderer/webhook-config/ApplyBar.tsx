import type { WebhookConfig } from '../../shared/wireTypes.ts'
import { useApp } from '../state/useApp.ts'
import type { Call } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Time } from '../ui/Time.tsx'
import type { EditedForm } from '../ui/useEdits.ts'
import type { WebhookConfigForm } from './webhookConfigForm.ts'

interface ApplyBarProps {
  draft: EditedForm<WebhookConfigForm>
  config: WebhookConfig
  /** Why it cannot be applied as it is, or null. */
  blocked: string | null
  apply: Call<[], unknown>
}

/** The button that applies, always in sight, with what hinders it or what came of it. */
export function ApplyBar({ draft, config, blocked, apply }: ApplyBarProps) {
  const { navigation } = useApp()
  const { problem } = apply
  return (
    <div className="config-bar">
      {problem !== null && (
        <ErrorNote next={problem.answer !== null && <a href={navigation.href({ screen: 'access' })}>Look at Access</a>}>
          {problem.message} What you typed is kept.
        </ErrorNote>
      )}
      <div className="config-apply">
        <Button type="submit" look="primary" busy={apply.busy} disabled={blocked !== null}>
          Apply
        </Button>
        {draft.edited && (
          <Button look="quiet" onClick={draft.discard} disabled={apply.busy}>
            Discard changes
          </Button>
        )}
        <p className="muted config-apply-note" aria-live="polite">
          {apply.busy ? 'Asking the service …' : (blocked ?? <LastApplied config={config} />)}
        </p>
      </div>
    </div>
  )
}

function LastApplied({ config: { applied } }: { config: WebhookConfig }) {
  if (applied === null) return <>Never applied by this app: what the service holds is not known.</>
  return (
    <>
      Last applied <Time at={applied.at} form="ago" />, answered {applied.status}.
    </>
  )
}
