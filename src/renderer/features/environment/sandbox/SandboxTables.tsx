import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCalls } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { countOf } from '../../../../shared/words/counts.ts'
import { formatTicking, shortId, tickMs } from '../../../text/format.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx'
import { Time, useNow } from '../../../ui/basics/Time.tsx'
import { sandboxNow } from './SandboxSettings.tsx'
import styles from './Sandbox.module.css'
import type { SandboxClockView, SandboxObject, SandboxState } from '../../../../shared/wireTypes.ts'
import { outboxStates, sandboxWords as words } from './words.ts'

const firstShown = 10

const [type, what, state, id, changed] = words.objectColumns

const objectColumns = (clock: SandboxClockView): readonly Column<SandboxObject>[] => [
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
    cell: ({ updatedAt }) => <SandboxAgo at={updatedAt} clock={clock} />,
  },
]

/** The objects of the sandbox, newest first; each can be moved on, which notifies of an update. */
export function ObjectList({ objects, clock }: { objects: readonly SandboxObject[]; clock: SandboxClockView }) {
  const [all, setAll] = useState(false)
  const shown = all ? objects : objects.slice(0, firstShown)
  const move = useMutation(useCalls().sandbox.updateObject.mutationOptions())
  return (
    <Section title={words.objects} lead={words.objectsLead}>
      <DataTable
        label={words.objects}
        rows={shown}
        rowKey={({ id }) => id}
        empty={words.noObjects}
        columns={objectColumns(clock)}
        actions={(object) => (
          <Button
            look="quiet"
            busy={move.isPending && move.variables.id === object.id}
            aria-label={words.moveOnNamed(object.resourceType, shortId(object.id))}
            onClick={() => move.mutate({ type: object.resourceType, id: object.id })}
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
      {move.error !== null && <ErrorNote>{move.error.message}</ErrorNote>}
    </Section>
  )
}

type Entry = SandboxState['outbox'][number]

const [sent, sentType, action, notification, attempt, sentState, answer] = words.outboxColumns

const outboxColumns = (clock: SandboxClockView): readonly Column<Entry>[] => [
  { key: 'sent', head: sent, className: styles.when, cell: ({ at }) => <Time at={at} form="moment" /> },
  { key: 'type', head: sentType, cell: ({ resourceType }) => resourceType },
  { key: 'action', head: action, cell: (entry) => entry.action },
  {
    key: 'notification',
    head: notification,
    cell: ({ notificationId }) => <code title={notificationId}>{shortId(notificationId)}</code>,
  },
  { key: 'attempt', head: attempt, numeric: true, cell: (entry) => entry.attempt },
  { key: 'state', head: sentState, cell: (entry) => <OutboxState entry={entry} clock={clock} /> },
  {
    key: 'answer',
    head: answer,
    cell: ({ status, problem }) => status ?? problem ?? <span className="muted">—</span>,
  },
]

/** The deliveries sent by the sandbox, from its side. */
export function Outbox({ entries, clock }: { entries: readonly Entry[]; clock: SandboxClockView }) {
  const [all, setAll] = useState(false)
  const shown = all ? entries : entries.slice(0, firstShown)
  return (
    <Section title={words.outbox} lead={words.outboxLead}>
      <DataTable
        label={words.outbox}
        columns={outboxColumns(clock)}
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

function OutboxState({ entry: { state: word, nextAttemptAt }, clock }: { entry: Entry; clock: SandboxClockView }) {
  return (
    <span className={styles.state} data-state={word}>
      {outboxStates[word]}
      {word === 'retrying' && nextAttemptAt !== null && (
        <>
          {' '}
          <SandboxAgo at={nextAttemptAt} clock={clock} />
        </>
      )}
    </span>
  )
}

/** How long ago it was by the clock of the sandbox, which wrote the time. */
function SandboxAgo({ at, clock }: { at: string; clock: SandboxClockView }) {
  const now = useNow(tickMs)
  return (
    <time dateTime={at} title={at} className="numbers">
      {formatTicking(at, sandboxNow(clock, now))}
    </time>
  )
}
