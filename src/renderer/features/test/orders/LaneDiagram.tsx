import type { OrderRun, ScheduleStep } from '../../../../shared/wireTypes.ts'
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx'
import { orderWords } from './words.ts'
import styles from './Orders.module.css'

interface LaneDiagramProps {
  label: string
  steps: readonly ScheduleStep[]
  /** The deliveries that have a lane. */
  deliveries: OrderRun['deliveries']
}

/** A schedule over time: a lane for each delivery, a column for each step, and a mark where it was sent. */
export function LaneDiagram({ label, steps, deliveries }: LaneDiagramProps) {
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
