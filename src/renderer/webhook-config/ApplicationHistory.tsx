import { useState } from 'react'
import type { Application, WebhookConfig } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useLoad } from '../state/useLoad.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Section } from '../ui/Section.tsx'
import { Table } from '../ui/Table.tsx'
import { Time } from '../ui/Time.tsx'
import { useSettled } from '../ui/useSettled.ts'
import { historyNames, webhookConfigWords } from '../words/webhookConfig.ts'
import { outcomeWords, sentWords } from './historyWords.ts'
import { OutcomeSign } from './OutcomeSign.tsx'
import { useVersionOf } from './useVersionOf.ts'

/** So many are shown until all are asked for. */
const fewest = 5

interface HistoryProps {
  environmentId: string
  config: WebhookConfig
}

/** Every time that the service was told, or that it was tried: when, what, by whom, and what it answered. */
export function ApplicationHistory({ environmentId, config }: HistoryProps) {
  const client = useClient()
  // Told anew with each application, those that failed too; and often for nothing, so it is asked for calmly.
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
        <Table label={webhookConfigWords.historyTable} head={webhookConfigWords.historyHead}>
          {list.slice(0, all ? list.length : fewest).map((application) => (
            <Line key={application.at} application={application} />
          ))}
        </Table>
      )}
      {!all && list.length > fewest && (
        <div>
          <Button onClick={() => setAll(true)}>{webhookConfigWords.showAll(list.length)}</Button>
        </div>
      )}
    </Section>
  )
}

function Line({ application }: { application: Application }) {
  const { at, by, sent, problem } = application
  return (
    <tr className="config-history-line">
      <th scope="row">
        <Time at={at} />
      </th>
      <td className="config-history-sent">
        {sentWords(sent)}
        {problem !== null && <p className="config-history-problem">{problem}</p>}
      </td>
      <td className="config-history-short">{historyNames.by[by]}</td>
      <td className="config-history-short">
        <span className="config-outcome">
          <OutcomeSign good={problem === null} />
          {outcomeWords(application)}
        </span>
      </td>
    </tr>
  )
}
