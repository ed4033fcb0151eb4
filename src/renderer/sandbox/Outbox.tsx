import type { SandboxState } from '../../shared/wireTypes.ts'
import { shortId } from '../ui/format.ts'
import { Section } from '../ui/Section.tsx'
import { Table } from '../ui/Table.tsx'
import { Time } from '../ui/Time.tsx'
import { outboxStates } from './sandboxTexts.ts'

type Entry = SandboxState['outbox'][number]

/** What the sandbox sent, seen from its side. */
export function Outbox({ entries }: { entries: readonly Entry[] }) {
  return (
    <Section
      title="Outbox"
      lead="The sender's view: what was sent, what came back, and when it is tried again. Here the waits are a hundred times shorter than a service's."
    >
      {entries.length === 0 ? (
        <p className="muted">Nothing was sent yet.</p>
      ) : (
        <div className="sandbox-outbox" tabIndex={0} role="group" aria-label="Outbox, scrollable">
          <Table label="Outbox" head={['Sent', 'Type', 'Action', 'Notification', 'Attempt', 'State', 'Answer']}>
            {entries.map((entry) => (
              <tr key={`${entry.notificationId} ${entry.at}`}>
                <td className="sandbox-when">
                  <Time at={entry.at} form="clock" />
                </td>
                <td>{entry.resourceType}</td>
                <td>{entry.action}</td>
                <td>
                  <code title={entry.notificationId}>{shortId(entry.notificationId)}</code>
                </td>
                <td className="numbers">{entry.attempt}</td>
                <td>
                  <StateOf entry={entry} />
                </td>
                <td>{entry.status ?? entry.problem ?? <span className="muted">—</span>}</td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </Section>
  )
}

function StateOf({ entry: { state, nextAttemptAt } }: { entry: Entry }) {
  return (
    <span className="sandbox-state" data-state={state}>
      {outboxStates[state]}
      {state === 'retrying' && nextAttemptAt !== null && (
        <>
          {' '}
          <Time at={nextAttemptAt} form="ago" />
        </>
      )}
    </span>
  )
}
