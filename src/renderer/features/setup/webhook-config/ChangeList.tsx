import type { WebhookConfigPreview } from '../../../../shared/wireTypes.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { CodeBlock } from '../../../ui/Code.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Section } from '../../../ui/Section.tsx'
import { valueNames, webhookConfigWords } from './words.ts'
import { type Change, changesOf, sendingWords } from './changesOf.ts'
import { Stack } from '../../../ui/Stack.tsx'
import styles from './WebhookConfig.module.css'

export type Sending = 'changed' | 'all'

const sendings: readonly { id: Sending; label: string }[] = [
  { id: 'changed', label: webhookConfigWords.sendings.changed },
  { id: 'all', label: webhookConfigWords.sendings.all },
]

interface ChangeListProps {
  /** What the engine says; undefined until it did. */
  preview: WebhookConfigPreview | undefined
  /** Something was applied by this app before. */
  everApplied: boolean
  /** The form has changed since the engine said it. */
  stale: boolean
  /** Why there is no preview, or null. */
  problem: string | null
  sending: Sending
  onSending: (sending: Sending) => void
}

/** What an apply would change and send, before it is applied. */
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
            // What the fields above have wrong is said there: this is about the credentials.
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
