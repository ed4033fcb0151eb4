import type { WebhookConfigPreview } from '../../shared/wireTypes.ts'
import { Choice } from '../ui/Choice.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Section } from '../ui/Section.tsx'
import { type Change, changesOf, sendingWords } from './changesOf.ts'

export type Sending = 'changed' | 'all'

const sendings: readonly { id: Sending; label: string }[] = [
  { id: 'changed', label: 'Only what changed' },
  { id: 'all', label: 'All four fields' },
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
  return (
    <Section
      title="What will change"
      lead={
        everApplied
          ? 'Compared with what this app applied last.'
          : 'This app has applied nothing yet, so all of it is new; what the service holds is not known.'
      }
      actions={<Choice label="What is sent" options={sendings} value={sending} onChange={onSending} />}
    >
      {problem !== null && <p className="muted">{problem}</p>}
      {problem === null && preview !== undefined && (
        <div className="config-preview" aria-busy={stale}>
          <Lines changes={changesOf(preview, everApplied)} />
          {preview.problem !== null && <ErrorNote look="warn">{preview.problem}</ErrorNote>}
          {preview.body !== null && (
            <details className="config-body">
              <summary>The body that is sent</summary>
              <pre>{preview.body}</pre>
            </details>
          )}
        </div>
      )}
    </Section>
  )
}

function Lines({ changes }: { changes: readonly Change[] }) {
  const changed = changes.filter((change) => change.changes)
  return (
    <>
      {changed.length > 0 && (
        <dl className="config-changes">
          {changed.map((change) => (
            <div key={change.field} className="config-change">
              <dt>{change.label}</dt>
              <dd>
                <p className="config-before">
                  <span aria-hidden="true">− </span>
                  <span className="unseen">before: </span>
                  {change.before ?? 'unknown'}
                </p>
                <p className="config-after">
                  <span aria-hidden="true">+ </span>
                  <span className="unseen">after: </span>
                  {change.after}
                </p>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="muted">{sendingWords(changes)}</p>
    </>
  )
}
