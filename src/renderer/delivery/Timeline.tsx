import { Check, Ellipsis, Minus, X } from 'lucide-react'
import type { Delivery } from '../../shared/wireTypes.ts'
import { Seal } from '../ui/Seal.tsx'
import { type TimelineStep, timelineSteps } from './timelineSteps.ts'
import './Timeline.css'

/** The strip at the top of a delivery: a line from the sender over the seal to the object. */
export function Timeline({ delivery }: { delivery: Delivery }) {
  return (
    <ol className="timeline" aria-label="The way of this delivery">
      {timelineSteps(delivery).map((step) => (
        <li key={step.id} className="timeline-step" data-step={step.id} data-state={step.state} title={step.title}>
          <span className="timeline-node">
            <Node step={step} delivery={delivery} />
          </span>
          <span className="timeline-label">{step.label}</span>
          <span className="timeline-detail">{step.detail}</span>
        </li>
      ))}
    </ol>
  )
}

function Node({ step, delivery }: { step: TimelineStep; delivery: Delivery }) {
  if (step.id === 'verified') return <Seal verdict={delivery.verdict} size={20} />
  if (step.id !== 'follow-up') return <span className="timeline-dot" />
  return (
    <span className="timeline-object" aria-hidden="true">
      {step.state === 'done' && <Check />}
      {step.state === 'failed' && <X />}
      {step.state === 'open' && <Ellipsis />}
      {step.state === 'none' && <Minus />}
    </span>
  )
}
