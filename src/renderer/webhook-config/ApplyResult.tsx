import type { ServiceAnswer, WebhookConfigPreview } from '../../shared/wireTypes.ts'
import { Section } from '../ui/Section.tsx'
import { ServiceAnswerView } from '../ui/ServiceAnswerView.tsx'
import { fieldLabels, webhookConfigWords } from '../words/webhookConfig.ts'

export interface Applied {
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
