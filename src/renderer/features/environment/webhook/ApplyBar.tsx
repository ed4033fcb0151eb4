import type { ServiceAnswer, WebhookConfig, WebhookConfigPreview } from '../../../../shared/wireTypes.ts'
import { useApp } from '../../../data/state/useApp.ts'
import type { Problem } from '../../../data/wire/problem.ts'
import { ErrorNote, ServiceAnswerView } from '../../../ui/notes/Notes.tsx'
import { SaveBar, Choice } from '../../../ui/fields/Form.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import type { EditedForm } from '../../../ui/hooks/useEdits.ts'
import { filled } from '../../../text/visibleText.tsx'
import type { WebhookConfigForm } from './ConfigFields.tsx'
import {
  type ConfigField,
  fieldLabels,
  sendingSentences,
  typeWords,
  valueNames,
  valueWords,
  webhookConfigWords,
} from './words.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { CodeBlock } from '../../../ui/code/Code.tsx'
import { Stack } from '../../../ui/basics/Button.tsx'
import styles from './Webhook.module.css'

/** Whether an apply would send changes, resend everything, or send nothing. */
export type Sends = 'changes' | 'again' | 'nothing'

interface ApplyBarProps {
  draft: EditedForm<WebhookConfigForm>
  config: WebhookConfig
  /** Why it cannot be applied as it is, or null. */
  blocked: string | null
  sends: Sends
  /** An apply is under way. */
  busy: boolean
  /** Why the last apply failed. */
  problem: Problem | null
}

/** The Apply button, always visible, with its blocker or its result. */
export function ApplyBar({ draft, config, blocked, sends, busy, problem }: ApplyBarProps) {
  const { navigation } = useApp()
  return (
    <SaveBar
      label={sends === 'again' ? webhookConfigWords.applyAgain : webhookConfigWords.apply}
      look={sends === 'nothing' ? 'plain' : 'primary'}
      busy={busy}
      blocked={blocked}
      note={busy ? webhookConfigWords.asking : <LastApplied config={config} />}
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
    // Screen readers should not announce each tick.
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
  /** The sent fields; null when unknown because the service refused them. */
  sent: readonly WebhookConfigPreview['fields'][number]['field'][] | null
  /** The service took it disabled, so that it sends nothing. */
  isDisabled: boolean
}

/** The result of an apply: the fields that were sent, and the service's own words. */
export function ApplyResult({ answer, sent, isDisabled }: Applied) {
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
      {sent !== null && isDisabled && <ErrorNote look="warn">{webhookConfigWords.sentDisabled}</ErrorNote>}
      <ServiceAnswerView answer={answer} />
    </Section>
  )
}

export type Sending = 'changed' | 'all'

const sendings: readonly { id: Sending; label: string }[] = [
  { id: 'changed', label: webhookConfigWords.sendings.changed },
  { id: 'all', label: webhookConfigWords.sendings.all },
]

interface ChangeListProps {
  /** Undefined until the engine has answered. */
  preview: WebhookConfigPreview | undefined
  /** This app has applied a config before. */
  everApplied: boolean
  /** The form has changed since the preview. */
  stale: boolean
  /** Why there is no preview, or null. */
  problem: string | null
  sending: Sending
  onSending: (sending: Sending) => void
}

/** Preview of the changes that an apply would make and send. */
export function ChangeList({ preview, everApplied, stale, problem, sending, onSending }: ChangeListProps) {
  const { navigation } = useApp()
  return (
    <Section
      title={webhookConfigWords.changes}
      lead={everApplied ? webhookConfigWords.changesLead : webhookConfigWords.changesLeadFirst}
      actions={<Choice label={webhookConfigWords.sending} options={sendings} value={sending} onChange={onSending} />}
    >
      {problem !== null && <p className="muted">{problem}</p>}
      {problem === null && preview !== undefined && (
        <Stack className={styles.preview} aria-busy={stale}>
          <Lines changes={changesOf(preview, everApplied)} />
          {preview.problem !== null && (
            // Only about the credentials: the fields above show their own problems.
            <ErrorNote
              look="warn"
              next={<a href={navigation.href({ screen: 'access' })}>{webhookConfigWords.lookAtAccess}</a>}
            >
              {preview.problem}
            </ErrorNote>
          )}
          {preview.body !== null && (
            <details className={styles.body}>
              <summary>{webhookConfigWords.body}</summary>
              <CodeBlock text={preview.body} language="json" label={webhookConfigWords.body} />
            </details>
          )}
        </Stack>
      )}
    </Section>
  )
}

function Lines({ changes }: { changes: readonly Change[] }) {
  const changed = changes.filter((change) => change.changes)
  return (
    <>
      {changed.length > 0 && (
        <dl className={styles.changes}>
          {changed.map((change) => (
            <div key={change.field} className={styles.change}>
              <dt>{change.label}</dt>
              <dd>
                {change.before !== '' && (
                  <p className={styles.before}>
                    <span aria-hidden="true">− </span>
                    <span className="unseen">{webhookConfigWords.before}</span>
                    {change.before ?? valueNames.unknown}
                  </p>
                )}
                {change.after !== '' && (
                  <p className={styles.after}>
                    <span aria-hidden="true">+ </span>
                    <span className="unseen">{webhookConfigWords.after}</span>
                    {change.after}
                  </p>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="muted">{sendingWords(changes)}</p>
    </>
  )
}

/** One field as an apply would leave it, in words. */
export interface Change {
  field: ConfigField
  label: string
  /** Null when this app has never applied a config; empty when nothing is removed. */
  before: string | null
  /** Empty when nothing is added. */
  after: string
  changes: boolean
  sent: boolean
}

/** The four fields of a preview in words, in its order. Pure. */
export function changesOf({ fields }: WebhookConfigPreview, everApplied: boolean): Change[] {
  return fields.map(({ field, before, after, changes, sent }) => ({
    field,
    label: fieldLabels[field],
    ...(everApplied && changes && Array.isArray(before) && Array.isArray(after)
      ? { before: typeWords(without(before, after), ''), after: typeWords(without(after, before), '') }
      : { before: everApplied ? valueWords(field, before) : null, after: valueWords(field, after) }),
    // A missing secret cannot be sent.
    changes: changes && !(field === 'sharedSecret' && after === null),
    sent,
  }))
}

/** Returns the types that are missing in the other list. */
function without(list: readonly string[], other: readonly string[]): string[] {
  return list.filter((type) => !other.includes(type))
}

/** Describes the fields that an apply would omit or resend. Pure; empty when there are none. */
export function sendingWords(changes: readonly Change[]): string {
  const sent = changes.filter((change) => change.sent)
  const names = (list: readonly Change[]) => list.map(({ label }) => label).join(', ')
  if (sent.length === 0) return sendingSentences.nothing
  const again = sent.filter((change) => !change.changes)
  const left = changes.filter((change) => change.changes && !change.sent)
  return [
    sendingSentences.sent(names(sent)),
    again.length === 0 || again.length === sent.length ? '' : sendingSentences.again(names(again)),
    again.length === sent.length ? sendingSentences.allAgain : '',
    left.length === 0 ? '' : sendingSentences.left(names(left)),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** The fields that a repair sends, with their values: "Types: payment". Pure. */
export function repairedFields({ desired, changed }: WebhookConfig): string {
  const wanted = { ...desired, sharedSecret: desired.sharedSecret.fingerprint }
  return changed.map((field) => `${fieldLabels[field]}: ${valueWords(field, wanted[field])}`).join(' · ')
}
