import { useState } from 'react'
import type { SandboxState } from '../../shared/wireTypes.ts'
import { Button } from '../ui/Button.tsx'
import { shortId } from '../ui/format.ts'
import { Section } from '../ui/Section.tsx'
import { Table } from '../ui/Table.tsx'
import { Time } from '../ui/Time.tsx'
import { outboxStates, sandboxWords as words } from '../words/sandbox.ts'

type Entry = SandboxState['outbox'][number]

const firstShown = 10

/** What the sandbox sent, seen from its side. */
export function Outbox({ entries }: { entries: readonly Entry[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? entries : entries.slice(0, firstShown)
  return (
    <Section title={words.outbox} lead={words.outboxLead}>
      {entries.length === 0 ? (
        <p className="muted">{words.nothingSent}</p>
      ) : (
        <Table label={words.outbox} head={words.outboxColumns}>
          {shown.map((entry) => (
            <OutboxRow key={`${entry.notificationId} ${entry.at}`} entry={entry} />
          ))}
        </Table>
      )}
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

function OutboxRow({ entry }: { entry: Entry }) {
  const { notificationId, resourceType, action, attempt, at, state, status, problem, nextAttemptAt } = entry
  return (
    <tr>
      <td className="sandbox-when">
        <Time at={at} form="clock" />
      </td>
      <td>{resourceType}</td>
      <td>{action}</td>
      <td>
        <code title={notificationId}>{shortId(notificationId)}</code>
      </td>
      <td className="numbers">{attempt}</td>
      <td className="sandbox-state" data-state={state}>
        {outboxStates[state]}
        {state === 'retrying' && nextAttemptAt !== null && (
          <>
            {' '}
            <Time at={nextAttemptAt} form="ago" />
          </>
        )}
      </td>
      <td>{status ?? problem ?? <span className="muted">—</span>}</td>
    </tr>
  )
}
