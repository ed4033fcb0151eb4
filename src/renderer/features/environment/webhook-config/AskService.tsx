import type { WebhookConfigAsked } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote, ServiceAnswerView } from '../../../ui/notes/Notes.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Stack } from '../../../ui/basics/Stack.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { filled } from '../../../text/filled.tsx'
import { comparedWords, fieldLabels, heldWords, valueWords, webhookConfigWords } from './words.ts'
import { OutcomeSign } from './ApplicationHistory.tsx'
import styles from './WebhookConfig.module.css'

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

const [name, held, applied, compared] = webhookConfigWords.heldHead

function Asked({ asked: { at, summary, fields, answer } }: { asked: WebhookConfigAsked }) {
  return (
    <Stack>
      <p>
        <span role="status">{summary}</span>{' '}
        <span className="muted">{filled(webhookConfigWords.asked, { ago: <Time at={at} form="ago" /> })}</span>
      </p>
      {fields.length > 0 && (
        <DataTable
          label={webhookConfigWords.held}
          rows={fields}
          rowKey={({ field }) => field}
          columns={[
            { key: 'field', head: name, names: true, cell: ({ field }) => fieldLabels[field] },
            { key: 'held', head: held, className: styles.value, cell: heldWords },
            {
              key: 'applied',
              head: applied,
              className: styles.value,
              cell: (field) =>
                field.applied === null && field.field !== 'sharedSecret'
                  ? webhookConfigWords.never
                  : valueWords(field.field, field.applied),
            },
            {
              key: 'compared',
              head: compared,
              className: styles.historyShort,
              cell: (field) => (
                <span className={styles.outcome}>
                  <OutcomeSign good={field.same} />
                  {comparedWords(field)}
                </span>
              ),
            },
          ]}
        />
      )}
      <details className={styles.body}>
        <summary>{webhookConfigWords.answer}</summary>
        <ServiceAnswerView answer={answer} />
      </details>
    </Stack>
  )
}
