import type { WebhookConfigAsked } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Seal } from '../ui/Seal.tsx'
import { Section } from '../ui/Section.tsx'
import { ServiceAnswerView } from '../ui/ServiceAnswerView.tsx'
import { Table } from '../ui/Table.tsx'
import { Time } from '../ui/Time.tsx'
import { fieldLabels, valueWords } from './changesOf.ts'
import { comparedWords, heldWords } from './historyWords.ts'

/** Asks the service what it holds, and puts what it says beside what was applied. It need not answer. */
export function AskService({ environmentId }: { environmentId: string }) {
  const client = useClient()
  const ask = useCall(async () => client.webhookConfig.ask({ id: environmentId }))
  const answer = ask.problem?.answer ?? null
  return (
    <Section
      title="What the service holds"
      lead="Its document does not promise that it tells. Asking changes nothing."
      actions={
        <Button busy={ask.busy} onClick={() => void ask.run()}>
          Ask the service
        </Button>
      }
    >
      {ask.problem !== null && <ErrorNote>{ask.problem.message}</ErrorNote>}
      {ask.problem !== null && answer?.body != null && <ServiceAnswerView answer={answer} />}
      {ask.problem === null && ask.answer !== undefined && <Asked asked={ask.answer} />}
    </Section>
  )
}

function Asked({ asked: { at, summary, fields, answer } }: { asked: WebhookConfigAsked }) {
  return (
    <div className="config-asked" aria-live="polite">
      <p>
        {summary} <span className="muted">Asked</span>{' '}
        <span className="muted">
          <Time at={at} form="ago" />.
        </span>
      </p>
      {fields.length > 0 && (
        <Table label="What the service holds" head={['Field', 'The service says', 'Applied here', 'Compared']}>
          {fields.map((field) => (
            <tr key={field.field}>
              <th scope="row">{fieldLabels[field.field]}</th>
              <td className="config-value">{heldWords(field)}</td>
              <td className="config-value">
                {field.applied === null && field.field !== 'sharedSecret'
                  ? 'never'
                  : valueWords(field.field, field.applied)}
              </td>
              <td className="config-history-short">
                <span className="config-outcome">
                  <Seal verdict={field.same === null ? 'no-secret' : field.same ? 'valid' : 'invalid'} />
                  {comparedWords(field)}
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <details className="config-body">
        <summary>Its answer, with secrets left out</summary>
        <ServiceAnswerView answer={answer} />
      </details>
    </div>
  )
}
