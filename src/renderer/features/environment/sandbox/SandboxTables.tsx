import { useState } from 'react'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { countOf } from '../../../../shared/words/counts.ts'
import { shortId } from '../../../text/format.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import styles from './Sandbox.module.css'
import type { SandboxObject, SandboxState } from '../../../../shared/wireTypes.ts'
import { outboxStates, sandboxWords as words } from './words.ts'

const firstShown = 10

const [type, what, state, id, changed] = words.objectColumns

const objectColumns: readonly Column<SandboxObject>[] = [
  { key: 'type', head: type, names: true, cell: ({ resourceType }) => resourceType },
  { key: 'what', head: what, cell: ({ label }) => label },
  { key: 'state', head: state, cell: (object) => object.state ?? <span className="muted">—</span> },
  {
    key: 'id',
    head: id,
    className: styles.id,
    cell: (object) => (
      <>
        <code title={object.id}>{shortId(object.id)}</code> <CopyButton text={object.id} what={words.theId} />
      </>
    ),
  },
  {
    key: 'changed',
    head: changed,
    className: styles.when,
    cell: ({ updatedAt }) => <Time at={updatedAt} form="ago" />,
  },
]

/** The objects of the sandbox, newest first; each can be moved on, which notifies of an update. */
export function ObjectList({ objects }: { objects: readonly SandboxObject[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? objects : objects.slice(0, firstShown)
  const client = useClient()
  const [moving, setMoving] = useState<string | null>(null)
  const move = useCall(async ({ resourceType, id }: SandboxObject) =>
    client.sandbox.updateObject({ type: resourceType, id }),
  )
  return (
    <Section title={words.objects} lead={words.objectsLead}>
      <DataTable
        label={words.objects}
        rows={shown}
        rowKey={({ id }) => id}
        empty={words.noObjects}
        columns={objectColumns}
        actions={(object) => (
          <Button
            look="quiet"
            busy={move.busy && moving === object.id}
            aria-label={words.moveOnNamed(object.resourceType, shortId(object.id))}
            onClick={() => {
              setMoving(object.id)
              void move.run(object)
            }}
          >
            {words.moveOn}
          </Button>
        )}
      />
      {objects.length > firstShown && (
        <div>
          <Button look="quiet" onClick={() => setAll(!all)}>
            {all ? words.fewer : words.all(countOf(objects.length, 'object'))}
          </Button>
        </div>
      )}
      {move.problem !== null && <ErrorNote>{move.problem.message}</ErrorNote>}
    </Section>
  )
}

type Entry = SandboxState['outbox'][number]

const [sent, sentType, action, notification, attempt, sentState, answer] = words.outboxColumns

const outboxColumns: readonly Column<Entry>[] = [
  { key: 'sent', head: sent, className: styles.when, cell: ({ at }) => <Time at={at} form="clock" /> },
  { key: 'type', head: sentType, cell: ({ resourceType }) => resourceType },
  { key: 'action', head: action, cell: (entry) => entry.action },
  {
    key: 'notification',
    head: notification,
    cell: ({ notificationId }) => <code title={notificationId}>{shortId(notificationId)}</code>,
  },
  { key: 'attempt', head: attempt, numeric: true, cell: (entry) => entry.attempt },
  { key: 'state', head: sentState, cell: (entry) => <OutboxState entry={entry} /> },
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
        columns={outboxColumns}
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
