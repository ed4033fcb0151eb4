import { useState } from 'react'
import type { SandboxState } from '../../../../shared/wireTypes.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { shortId } from '../../../text/format.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { outboxStates, sandboxWords as words } from './words.ts'
import styles from './Sandbox.module.css'

type Entry = SandboxState['outbox'][number]

const firstShown = 10

const [sent, type, action, notification, attempt, state, answer] = words.outboxColumns

const columns: readonly Column<Entry>[] = [
  { key: 'sent', head: sent, className: styles.when, cell: ({ at }) => <Time at={at} form="clock" /> },
  { key: 'type', head: type, cell: ({ resourceType }) => resourceType },
  { key: 'action', head: action, cell: (entry) => entry.action },
  {
    key: 'notification',
    head: notification,
    cell: ({ notificationId }) => <code title={notificationId}>{shortId(notificationId)}</code>,
  },
  { key: 'attempt', head: attempt, numeric: true, cell: (entry) => entry.attempt },
  { key: 'state', head: state, cell: (entry) => <OutboxState entry={entry} /> },
  {
    key: 'answer',
    head: answer,
    cell: ({ status, problem }) => status ?? problem ?? <span className="muted">—</span>,
  },
]

/** The deliveries sent by the sandbox, from its side. */
export function Outbox({ entries }: { entries: readonly Entry[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? entries : entries.slice(0, firstShown)
  return (
    <Section title={words.outbox} lead={words.outboxLead}>
      <DataTable
        label={words.outbox}
        columns={columns}
        rows={shown}
        rowKey={({ notificationId, at }) => `${notificationId} ${at}`}
        empty={words.nothingSent}
      />
      {entries.length > firstShown && (
        <div>
          <Button look="quiet" onClick={() => setAll(!all)}>
            {all ? words.fewer : words.last(entries.length)}
          </Button>
        </div>
      )}
    </Section>
  )
}

function OutboxState({ entry: { state: word, nextAttemptAt } }: { entry: Entry }) {
  return (
    <span className={styles.state} data-state={word}>
      {outboxStates[word]}
      {word === 'retrying' && nextAttemptAt !== null && (
        <>
          {' '}
          <Time at={nextAttemptAt} form="ago" />
        </>
      )}
    </span>
  )
}
