import type { ShapeChange, ShapeField, ShapeType } from '../../../../shared/wireTypes.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { useApp, useClient } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { ShapeCode } from './ShapeCode.tsx'
import styles from './Shapes.module.css'
import { shapeWords as words } from './words.ts'

interface ShapeViewProps {
  type: ShapeType
  environment: string
  /** All of this type, those that wait first. */
  changes: readonly ShapeChange[]
  /** Deliveries that were not compared yet. */
  pending: number
  /** Changes when the shape is to be learned again. */
  version: string
  onAccepted: () => void
}

/** The changes of a type, its fields, and its code. */
export function ShapeView({
  type: { source, type },
  environment,
  changes,
  pending,
  version,
  onAccepted,
}: ShapeViewProps) {
  const client = useClient()
  const shape = useLoad(
    `${environment} ${source} ${type}`,
    async () => client.shapes.get({ source, type, environment }),
    version,
  )
  const { data, problem, reload } = shape
  return (
    <>
      <ChangesSection
        changes={changes}
        pending={pending}
        quiet={data !== undefined && data.samples < data.minSamples ? words.quiet(data.samples, data.minSamples) : null}
        onAccepted={onAccepted}
      />
      <Section title={words.fields}>
        {problem !== null && (
          <ErrorNote next={<Button onClick={reload}>{words.tryAgain}</Button>}>{problem.message}</ErrorNote>
        )}
        {data === undefined
          ? problem === null && <Loading what={words.loading} />
          : data.cut && <p className="muted">{words.cut}</p>}
        {data !== undefined && (
          <DataTable
            label={words.fields}
            look="values"
            columns={fieldColumns}
            rows={data.fields.filter(({ path }) => path.length > 0)}
            rowKey={({ path }) => JSON.stringify(path)}
          />
        )}
      </Section>
      <ShapeCode source={source} type={type} environment={environment} version={version} />
    </>
  )
}

function ChangesSection({
  changes,
  pending,
  quiet,
  onAccepted,
}: Pick<ShapeViewProps, 'changes' | 'pending' | 'onAccepted'> & { quiet: string | null }) {
  const client = useClient()
  const open = changes.filter(({ acceptedAt }) => acceptedAt === null)
  const accepted = changes.filter(({ acceptedAt }) => acceptedAt !== null)
  const accept = useCall(async (numbers: number[]) => {
    await client.shapes.accept({ changes: numbers })
    onAccepted()
  })
  const isLong = open.length > 1
  return (
    <Section
      title={words.changes}
      lead={open.length === 0 ? (quiet ?? words.noChanges) : words.changesLead(open.length)}
    >
      {pending > 0 && <p className="muted">{words.pending(pending)}</p>}
      {accept.problem !== null && <ErrorNote>{accept.problem.message}</ErrorNote>}
      {isLong && (
        <div className={styles.all}>
          <Button busy={accept.busy} onClick={() => void accept.run(open.map(({ number }) => number))}>
            {words.acceptAll}
          </Button>
        </div>
      )}
      {open.length > 0 && (
        <DataTable
          label={words.changes}
          columns={openColumns}
          rows={open}
          rowKey={({ number }) => number}
          actions={({ number, sentence }) => (
            <Button
              look="quiet"
              aria-label={words.acceptOf(visibleText(sentence))}
              onClick={() => void accept.run([number])}
            >
              {words.accept}
            </Button>
          )}
        />
      )}
      {accepted.length > 0 && (
        <details className={styles.accepted}>
          <summary>{words.accepted(accepted.length)}</summary>
          <DataTable
            label={words.accepted(accepted.length)}
            columns={acceptedColumns}
            rows={accepted}
            rowKey={({ number }) => number}
          />
        </details>
      )}
    </Section>
  )
}

const sentenceColumn: Column<ShapeChange> = {
  key: 'change',
  head: words.change,
  names: true,
  className: styles.sentence,
  cell: ({ sentence }) => visibleText(sentence),
}
const sinceColumn: Column<ShapeChange> = {
  key: 'since',
  head: words.since,
  cell: ({ firstAt }) => <Time at={firstAt} form="ago" />,
}

const openColumns: readonly Column<ShapeChange>[] = [
  sentenceColumn,
  {
    key: 'before',
    head: words.before,
    mono: true,
    className: styles.example,
    cell: ({ before }) => visibleText(before),
  },
  { key: 'now', head: words.now, mono: true, className: styles.now, cell: ({ now }) => visibleText(now) },
  sinceColumn,
  { key: 'seen', head: words.seen, className: styles.seen, cell: (change) => <DeliveriesLink change={change} /> },
]

const acceptedColumns: readonly Column<ShapeChange>[] = [
  sentenceColumn,
  sinceColumn,
  { key: 'seen', head: words.seen, cell: ({ deliveries }) => words.showDeliveries(deliveries) },
  {
    key: 'accepted',
    head: words.acceptedAt,
    cell: ({ acceptedAt }) => acceptedAt !== null && <Time at={acceptedAt} form="ago" />,
  },
]

/** The deliveries that show a change, in the inbox. */
function DeliveriesLink({ change: { number, deliveries, sentence } }: { change: ShapeChange }) {
  const { navigation } = useApp()
  return (
    <a
      href={navigation.href({ screen: 'inbox', deliveryId: null, filter: `change:${number}` })}
      title={words.showDeliveriesOf(visibleText(sentence))}
    >
      {words.showDeliveries(deliveries)}
    </a>
  )
}

const fieldColumns: readonly Column<ShapeField>[] = [
  {
    key: 'path',
    head: words.path,
    names: true,
    mono: true,
    className: styles.path,
    cell: ({ path }) => (
      <>
        <span className="muted">
          {visibleText(
            path
              .slice(0, -1)
              .map((name) => `${name}.`)
              .join(''),
          )}
        </span>
        {visibleText(path.at(-1) ?? '')}
      </>
    ),
  },
  {
    key: 'types',
    head: words.types,
    cell: ({ types, format }) =>
      types.map((type) => (type === 'string' && format !== null ? words.textAs(format) : type)).join(' | '),
  },
  {
    key: 'presence',
    head: words.presence,
    numeric: true,
    cell: ({ count, of }) => <span title={words.shareOf(count, of)}>{words.share(count, of)}</span>,
  },
  {
    key: 'values',
    head: words.values,
    mono: true,
    className: styles.values,
    cell: ({ values, examples }) =>
      visibleText(values === null ? examples.slice(0, 3).join(', ') : words.anyOf(values)),
  },
]
