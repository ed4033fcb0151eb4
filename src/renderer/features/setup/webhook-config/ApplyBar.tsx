import type { ServiceAnswer, WebhookConfig, WebhookConfigPreview } from '../../../../shared/wireTypes.ts'
import { useApp } from '../../../data/state/useApp.ts'
import type { Call } from '../../../data/state/useCall.ts'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { SaveBar } from '../../../ui/Form.tsx'
import { Time } from '../../../ui/Time.tsx'
import type { EditedForm } from '../../../ui/useEdits.ts'
import { filled } from '../../../text/filled.tsx'
import { fieldLabels, webhookConfigWords } from './words.ts'
import type { WebhookConfigForm } from './webhookConfigForm.ts'
import { Section } from '../../../ui/Section.tsx'
import { ServiceAnswerView } from '../../../ui/ServiceAnswerView.tsx'

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
    <SaveBar
      label={sends === 'again' ? webhookConfigWords.applyAgain : webhookConfigWords.apply}
      look={sends === 'nothing' ? 'plain' : 'primary'}
      busy={apply.busy}
      blocked={blocked}
      note={apply.busy ? webhookConfigWords.asking : <LastApplied config={config} />}
      onDiscard={draft.edited ? draft.discard : null}
      problem={
        problem !== null && (
          <ErrorNote
            next={
              problem.answer !== null && (
                <a href={navigation.href({ screen: 'access' })}>{webhookConfigWords.lookAtAccess}</a>
              )
            }
          >
            {problem.message} {webhookConfigWords.typedIsKept}
          </ErrorNote>
        )
      }
    />
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

interface Applied {
  answer: ServiceAnswer
  /** What was sent; null when that is not known, because the service refused it. */
  sent: readonly WebhookConfigPreview['fields'][number]['field'][] | null
}

/** What came of an apply: what was sent, and the service's own words. */
export function ApplyResult({ answer, sent }: Applied) {
  if (sent?.length === 0) {
    return (
      <Section title={webhookConfigWords.said}>
        <p>{webhookConfigWords.sentNothing}</p>
      </Section>
    )
  }
  if (answer.status === null) return null
  return (
    <Section title={webhookConfigWords.said}>
      {sent !== null && (
        <p className="muted">{webhookConfigWords.sent(sent.map((field) => fieldLabels[field]).join(', '))}</p>
      )}
      <ServiceAnswerView answer={answer} />
    </Section>
  )
}
