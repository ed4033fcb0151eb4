import { Check, Clock, Ellipsis, Minus, TriangleAlert, X } from 'lucide-react'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { type TimelineStep, timelineSteps, type TimingRemark, timingRemarks } from './timelineWords.ts'
import { deliveryWords } from './words.ts'
import styles from './Timeline.module.css'

interface TimelineProps {
  delivery: Delivery
  /** The environment can fetch objects: see `canFetch`. */
  isFetchable: boolean
}

/** The strip at the top of a delivery: a line from the sender over the seal to the object. */
export function Timeline({ delivery, isFetchable }: TimelineProps) {
  return (
    <>
      <Steps delivery={delivery} isFetchable={isFetchable} />
      <ul className={styles.remarks} aria-label={deliveryWords.timesTell}>
        {timingRemarks(delivery.timing).map((remark) => (
          <li key={remark.id} className={styles.remark} data-look={remark.look}>
            <RemarkSign look={remark.look} />
            <RemarkText remark={remark} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A few words; the title has the whole sentence. */
function RemarkText({ remark: { word, why } }: { remark: TimingRemark }) {
  if (why === null) return <span>{word}</span>
  return (
    <details className={styles.remarkMore}>
      <summary>{word}</summary>
      <p>{why}</p>
    </details>
  )
}

function RemarkSign({ look }: Pick<TimingRemark, 'look'>) {
  switch (look) {
    case 'good':
      return <Check aria-hidden="true" />
    case 'warn':
      return <TriangleAlert aria-hidden="true" />
    case 'plain':
      return <Clock aria-hidden="true" />
  }
}

function Steps({ delivery, isFetchable }: TimelineProps) {
  return (
    <ol className={styles.timeline} aria-label={deliveryWords.way}>
      {timelineSteps(delivery, isFetchable).map((step) => (
        <li
          key={step.id}
          data-part="timeline-step"
          className={styles.step}
          data-step={step.id}
          data-state={step.state}
          title={step.title}
        >
          <span className={styles.node}>
            <Node step={step} delivery={delivery} />
          </span>
          <span className={styles.label}>{step.label}</span>
          <span
            data-part="timeline-detail"
            className={styles.detail}
            data-has-narrow={step.narrow !== null || undefined}
          >
            <span>{step.detail}</span>
            {step.narrow !== null && <span className={styles.narrow}>{step.narrow}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Node({ step, delivery }: { step: TimelineStep; delivery: Delivery }) {
  if (step.id === 'verified') return <Seal verdict={delivery.verdict} size={20} />
  if (step.id !== 'follow-up') return <span className={styles.dot} />
  return (
    <span className={styles.object} aria-hidden="true">
      {step.state === 'done' && <Check />}
      {step.state === 'failed' && <X />}
      {step.state === 'open' && <Ellipsis />}
      {step.state === 'none' && <Minus />}
    </span>
  )
}
