import { ArrowRight } from 'lucide-react'
import type { ServiceAnswer, WebhookConfig } from '../../shared/wireTypes.ts'
import type { Call } from '../state/useCall.ts'
import { useApp } from '../state/useApp.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { ServiceAnswerView } from '../ui/ServiceAnswerView.tsx'
import { Time } from '../ui/Time.tsx'
import type { EditedForm } from '../ui/useEdits.ts'
import type { Problem } from '../wire/problem.ts'
import { type Change, changesOf } from './changesOf.ts'
import type { WebhookConfigForm } from './webhookConfigForm.ts'

interface ApplyBarProps {
  draft: EditedForm<WebhookConfigForm>
  config: WebhookConfig
  /** Why it cannot be applied as it is, or null. */
  blocked: string | null
  apply: Call<[], ServiceAnswer>
}

/** What an apply would change, the button that does it, and what came of it. */
export function ApplyBar({ draft, config, blocked, apply }: ApplyBarProps) {
  const changes = changesOf(draft.form, config)
  return (
    <>
      {changes.length === 0 ? (
        <p className="muted">Nothing. Applying sends the same values once more.</p>
      ) : (
        <ChangeList changes={changes} />
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
      {apply.problem !== null && <Refused problem={apply.problem} />}
      {apply.problem === null && apply.answer !== undefined && !apply.busy && (
        <div className="config-answer" role="status">
          <ServiceAnswerView answer={apply.answer} />
        </div>
      )}
    </>
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

function Refused({ problem }: { problem: Problem }) {
  const { navigation } = useApp()
  return (
    <div className="config-answer">
      <ErrorNote next={problem.answer !== null && <a href={navigation.href({ screen: 'access' })}>Look at Access</a>}>
        {problem.message} What you typed is kept.
      </ErrorNote>
      {problem.answer !== null && problem.answer.status !== null && <ServiceAnswerView answer={problem.answer} />}
    </div>
  )
}

function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className="config-changes">
      {changes.map(({ field, label, before, after }) => (
        <div key={field} className="config-change">
          <dt>{label}</dt>
          <dd>
            <span className={before === null ? 'muted' : 'config-before'}>{before ?? 'unknown'}</span>
            <ArrowRight aria-label="becomes" />
            <span className="config-after">{after}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
