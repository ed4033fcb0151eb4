import { useState } from 'react'
import type { Application, WebhookConfig, WebhookConfigAsked } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useLoad, useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote, ServiceAnswerView } from '../../../ui/notes/Notes.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { useSettled } from '../../../ui/hooks/changes.ts'
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
import { filled } from '../../../text/filled.tsx'
import { Stack } from '../../../ui/basics/Stack.tsx'

/** Number of applications shown before *Show all*. */
const fewest = 5

interface HistoryProps {
  environmentId: string
  config: WebhookConfig
}

/** Every update of the service, and each attempt: when, what, by whom, and what it answered. */
export function ApplicationHistory({ environmentId, config }: HistoryProps) {
  const client = useClient()
  // Reported again with each application, failed ones included, and often unchanged: so it is reloaded at a calm pace.
  const version = useSettled(useVersionOf(config), 1000)
  const [all, setAll] = useState(false)
  const { data, problem } = useLoad(
    `history:${environmentId}`,
    async (signal) => client.webhookConfig.history({ id: environmentId }, { signal }),
    String(version),
  )
  const list = data ?? []
  return (
    <Section title={webhookConfigWords.history} lead={webhookConfigWords.historyLead}>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
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

/** A number that grows whenever a value is another object than before, equal or not. */
function useVersionOf(value: object): number {
  const [seen, setSeen] = useState({ value, version: 0 })
  if (seen.value === value) return seen.version
  setSeen({ value, version: seen.version + 1 })
  return seen.version + 1
}

/** Whether something went well, beside its words. No seal: that means a signature that was checked. */
export function OutcomeSign({ good }: { good: boolean | null }) {
  const Sign = good === null ? Minus : good ? Check : X
  return <Sign className={styles.sign} data-good={good ?? undefined} aria-hidden="true" />
}

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
