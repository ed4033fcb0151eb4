import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application, WebhookConfigAsked } from '../../../../shared/wireTypes.ts'
import { useCalls } from '../../../data/state/useApp.ts'
import { Button, Stack } from '../../../ui/basics/Button.tsx'
import { ErrorNote, ServiceAnswerView } from '../../../ui/notes/Notes.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import {
  historyNames,
  webhookConfigWords,
  outcomeWords,
  sentWords,
  comparedWords,
  fieldLabels,
  heldWords,
  valueWords,
} from './words.ts'
import styles from './Webhook.module.css'
import { Check, Minus, X } from 'lucide-react'
import { filled } from '../../../text/visibleText.tsx'

/** Number of applications shown before *Show all*. */
const fewest = 5

/** Every update of the service, and each attempt: when, what, by whom, and what it answered. */
export function ApplicationHistory({ environmentId }: { environmentId: string }) {
  const [all, setAll] = useState(false)
  const { data, error } = useQuery(useCalls().webhookConfig.history.queryOptions({ input: { id: environmentId } }))
  const list = data ?? []
  return (
    <Section title={webhookConfigWords.history} lead={webhookConfigWords.historyLead}>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      {data?.length === 0 && <p className="muted">{webhookConfigWords.historyEmpty}</p>}
      {list.length > 0 && (
        <DataTable
          label={webhookConfigWords.historyTable}
          className={styles.history}
          columns={columns}
          rows={list.slice(0, all ? list.length : fewest)}
          rowKey={({ at }) => at}
        />
      )}
      {!all && list.length > fewest && (
        <div>
          <Button onClick={() => setAll(true)}>{webhookConfigWords.showAll(list.length)}</Button>
        </div>
      )}
    </Section>
  )
}

const [when, what, why, answer] = webhookConfigWords.historyHead

const columns: readonly Column<Application>[] = [
  { key: 'when', head: when, names: true, className: styles.historyShort, cell: ({ at }) => <Time at={at} /> },
  {
    key: 'what',
    head: what,
    className: styles.historySent,
    cell: ({ sent, problem }) => (
      <>
        {sentWords(sent)}
        {problem !== null && <p className={styles.historyProblem}>{problem}</p>}
      </>
    ),
  },
  { key: 'why', head: why, className: styles.historyShort, cell: ({ by }) => historyNames.by[by] },
  {
    key: 'answer',
    head: answer,
    className: styles.historyShort,
    cell: (application) => (
      <span className={styles.outcome}>
        <OutcomeSign good={application.problem === null} />
        {outcomeWords(application)}
      </span>
    ),
  },
]

/** Whether something went well, beside its words. No seal: that means a signature that was checked. */
export function OutcomeSign({ good }: { good: boolean | null }) {
  const Sign = good === null ? Minus : good ? Check : X
  return <Sign className={styles.sign} data-good={good ?? undefined} aria-hidden="true" />
}

/** Asks the service what it holds, and puts what it says beside what was applied. It need not answer. */
export function AskService({ environmentId }: { environmentId: string }) {
  // Stays while the service is asked once more.
  const [asked, setAsked] = useState<WebhookConfigAsked | null>(null)
  const ask = useMutation(useCalls().webhookConfig.ask.mutationOptions({ onSuccess: setAsked }))
  const answer = ask.error?.answer ?? null
  return (
    <Section
      title={webhookConfigWords.held}
      lead={webhookConfigWords.heldLead}
      actions={
        <Button busy={ask.isPending} onClick={() => ask.mutate({ id: environmentId })}>
          {webhookConfigWords.ask}
        </Button>
      }
    >
      {ask.error !== null && <ErrorNote>{ask.error.message}</ErrorNote>}
      {ask.error !== null && answer?.body != null && <ServiceAnswerView answer={answer} />}
      {ask.error === null && asked !== null && <Asked asked={asked} />}
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
