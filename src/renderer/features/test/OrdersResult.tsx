import type { ReactNode } from 'react'
import type { OrderFinding, OrderRun, ScheduleStep } from '../../../shared/wireTypes.ts'
import { valueBefore } from '../../../shared/words/sending/comparisons.ts'
import { orderRemarks, orderRunSentence } from '../../../shared/words/sending/orders.ts'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { saveBytes } from '../../ui/hooks/files.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../ui/notes/Notes.tsx'
import { RunProgress } from './RunScreen.tsx'
import { orderWords } from './words.ts'
import styles from './Test.module.css'

/** The result of a run, also while it runs: each fault with what was played, and where the states part. */
export function OrdersResult({ view, onCancel }: { view: OrderRun; onCancel: () => void }) {
  const { played, planned, state, problem, findings } = view
  const isRunning = state === 'running'
  return (
    <>
      <Section title={orderWords.result}>
        <Stack gap={2}>
          <p className="muted">{orderWords.of(view.resourceType, view.resourceId)}</p>
          {isRunning ? (
            <RunProgress
              text={orderRunSentence(view)}
              done={played}
              of={planned}
              cancel={orderWords.cancel}
              onCancel={onCancel}
            />
          ) : (
            <p role="status" className={styles.sentence}>
              {orderRunSentence(view)}
            </p>
          )}
          {problem !== null && <ErrorNote look={state === 'bounded' ? 'warn' : 'bad'}>{problem}</ErrorNote>}
          {orderRemarks(view).map((remark) => (
            <ErrorNote key={remark} look="warn">
              {remark}
            </ErrorNote>
          ))}
        </Stack>
      </Section>
      {findings.length > 0 && (
        <Section title={orderWords.faults}>
          <ol className={styles.findings}>
            {findings.map((finding) => (
              <li key={finding.kind}>
                <Finding finding={finding} view={view} />
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  )
}

function Finding({ finding, view }: { finding: OrderFinding; view: OrderRun }) {
  const { sentence, steps, inOrder, by, expected, found, differences, schedule, repeats, scenario } = finding
  const lanes = view.deliveries.filter(({ number }) => inOrder.includes(number))
  const straight = inOrder.map((number) => ({ deliveries: [number], cut: false }))
  return (
    <article className={styles.finding}>
      <h3>{sentence}</h3>
      <div className={styles.sides}>
        <Side name={orderWords.inOrder} what={orderWords.compared[by]} text={expected}>
          <LaneDiagram label={orderWords.inOrder} steps={straight} deliveries={lanes} />
        </Side>
        <Side name={orderWords.found} what={orderWords.compared[by]} text={found}>
          <LaneDiagram label={orderWords.found} steps={steps} deliveries={lanes} />
        </Side>
      </div>
      <DataTable
        label={orderWords.faults}
        look="values"
        columns={[
          {
            key: 'path',
            head: orderWords.place,
            names: true,
            mono: true,
            cell: ({ path }) => (path === '' ? orderWords.whole : path),
          },
          {
            key: 'before',
            head: orderWords.inOrder,
            mono: true,
            cell: (place) => valueBefore(place) ?? orderWords.missingValue,
          },
          {
            key: 'after',
            head: orderWords.found,
            mono: true,
            className: styles.parts,
            cell: ({ after }) => after ?? orderWords.missingValue,
          },
        ]}
        rows={differences}
        rowKey={({ path }, place) => `${place} ${path}`}
      />
      <p className="muted">{orderWords.repeat(schedule, repeats)}</p>
      {scenario === null ? (
        <p className="muted">{orderWords.noScenario}</p>
      ) : (
        <Row>
          <Button onClick={() => saveBytes(new TextEncoder().encode(scenario), 'order.scenario.yaml')}>
            {orderWords.scenario}
          </Button>
        </Row>
      )}
    </article>
  )
}

interface SideProps {
  name: string
  what: string
  text: string
  children: ReactNode
}

function Side({ name, what, text, children }: SideProps) {
  const label = `${what}, ${name.toLowerCase()}`
  return (
    <div className={styles.side}>
      <h4>{name}</h4>
      {children}
      <pre className={styles.text} tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  )
}

interface LaneDiagramProps {
  label: string
  steps: readonly ScheduleStep[]
  /** The deliveries that have a lane. */
  deliveries: OrderRun['deliveries']
}

/** A schedule over time: a lane for each delivery, a column for each step, and a mark where it was sent. */
function LaneDiagram({ label, steps, deliveries }: LaneDiagramProps) {
  const columns: Column<OrderRun['deliveries'][number]>[] = [
    {
      key: 'lane',
      head: orderWords.laneHead,
      names: true,
      className: styles.lane,
      cell: ({ number, label: name }) => orderWords.lane(number, name),
    },
    ...steps.map((step, place) => ({
      key: String(place),
      head: orderWords.step(place + 1),
      className: styles.track,
      cell: ({ number }: { number: number }) => <Mark step={step} place={place} number={number} />,
    })),
  ]
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={deliveries}
      rowKey={({ number }) => number}
      hideHead
      className={styles.lanes}
    />
  )
}

function Mark({ step, place, number }: { step: ScheduleStep; place: number; number: number }) {
  const times = step.deliveries.filter((each) => each === number).length
  if (times === 0) return null
  const mark = step.cut ? 'cut' : times > 1 ? 'twice' : 'once'
  const text = step.cut ? '×' : times > 1 ? `${times}×` : String(place + 1)
  const isTogether = !step.cut && step.deliveries.length > 1
  const meaning = step.cut ? orderWords.cut : isTogether ? orderWords.together : orderWords.played
  return (
    <div className={styles.event} title={meaning}>
      <span data-mark={mark} aria-hidden="true">
        {text}
      </span>
      <span className="unseen">{meaning}</span>
    </div>
  )
}
