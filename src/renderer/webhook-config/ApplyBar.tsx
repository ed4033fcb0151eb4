import type { WebhookConfig } from '../../shared/wireTypes.ts'
import { useApp } from '../state/useApp.ts'
import type { Call } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Time } from '../ui/Time.tsx'
import type { EditedForm } from '../ui/useEdits.ts'
import { filled } from '../words/filled.tsx'
import { webhookConfigWords } from '../words/webhookConfig.ts'
import type { WebhookConfigForm } from './webhookConfigForm.ts'

/** What an apply would send: something new, all of it once more, or nothing. */
export type Sends = 'changes' | 'again' | 'nothing'

interface ApplyBarProps {
  draft: EditedForm<WebhookConfigForm>
  config: WebhookConfig
  /** Why it cannot be applied as it is, or null. */
  blocked: string | null
  sends: Sends
  apply: Call<[], unknown>
}

/** The button that applies, always in sight, with what hinders it or what came of it. */
export function ApplyBar({ draft, config, blocked, sends, apply }: ApplyBarProps) {
  const { navigation } = useApp()
  const { problem } = apply
  return (
    <div className="config-bar">
      {problem !== null && (
        <ErrorNote
          next={
            problem.answer !== null && (
              <a href={navigation.href({ screen: 'access' })}>{webhookConfigWords.lookAtAccess}</a>
            )
          }
        >
          {problem.message} {webhookConfigWords.typedIsKept}
        </ErrorNote>
      )}
      <div className="config-apply">
        <Button
          type="submit"
          look={sends === 'nothing' ? 'plain' : 'primary'}
          busy={apply.busy}
          disabled={blocked !== null}
        >
          {sends === 'again' ? webhookConfigWords.applyAgain : webhookConfigWords.apply}
        </Button>
        {draft.edited && (
          <Button look="quiet" onClick={draft.discard} disabled={apply.busy}>
            {webhookConfigWords.discard}
          </Button>
        )}
        <p className="muted config-apply-note" aria-live="polite">
          {apply.busy ? webhookConfigWords.asking : (blocked ?? <LastApplied config={config} />)}
        </p>
      </div>
    </div>
  )
}

function LastApplied({ config: { applied } }: { config: WebhookConfig }) {
  if (applied === null) return webhookConfigWords.neverApplied
  return filled(webhookConfigWords.lastApplied, {
    // The clock goes on; nobody wants to hear that.
    ago: (
      <span aria-live="off">
        <Time at={applied.at} form="ago" />
      </span>
    ),
    status: applied.status,
  })
}
