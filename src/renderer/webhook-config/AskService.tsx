import type { WebhookConfigAsked } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Section } from '../ui/Section.tsx'
import { ServiceAnswerView } from '../ui/ServiceAnswerView.tsx'
import { Table } from '../ui/Table.tsx'
import { Time } from '../ui/Time.tsx'
import { filled } from '../words/filled.tsx'
import { fieldLabels, webhookConfigWords } from '../words/webhookConfig.ts'
import { valueWords } from './changesOf.ts'
import { comparedWords, heldWords } from './historyWords.ts'
import { OutcomeSign } from './OutcomeSign.tsx'

/** Asks the service what it holds, and puts what it says beside what was applied. It need not answer. */
export function AskService({ environmentId }: { environmentId: string }) {
  const client = useClient()
  const ask = useCall(async () => client.webhookConfig.ask({ id: environmentId }))
  const answer = ask.problem?.answer ?? null
  return (
    <Section
      title={webhookConfigWords.held}
      lead={webhookConfigWords.heldLead}
      actions={
        <Button busy={ask.busy} onClick={() => void ask.run()}>
          {webhookConfigWords.ask}
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
    <div className="config-asked">
      <p>
        <span role="status">{summary}</span>{' '}
        <span className="muted">{filled(webhookConfigWords.asked, { ago: <Time at={at} form="ago" /> })}</span>
      </p>
      {fields.length > 0 && (
        <Table label={webhookConfigWords.held} head={webhookConfigWords.heldHead}>
          {fields.map((field) => (
            <tr key={field.field}>
              <th scope="row">{fieldLabels[field.field]}</th>
              <td className="config-value">{heldWords(field)}</td>
              <td className="config-value">
                {field.applied === null && field.field !== 'sharedSecret'
                  ? webhookConfigWords.never
                  : valueWords(field.field, field.applied)}
              </td>
              <td className="config-history-short">
                <span className="config-outcome">
                  <OutcomeSign good={field.same} />
                  {comparedWords(field)}
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <details className="config-body">
        <summary>{webhookConfigWords.answer}</summary>
        <ServiceAnswerView answer={answer} />
      </details>
    </div>
  )
}
