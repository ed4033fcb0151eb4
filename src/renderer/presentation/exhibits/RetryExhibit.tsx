import { Seal } from '../../ui/Seal.tsx'
import { exhibitWords } from '../../words/presentation.ts'
import type { StepFacts } from '../useStepFacts.ts'

/** The two tries, and that they are one message. */
export function RetryExhibit({ facts: { deliveries } }: { facts: StepFacts }) {
  return (
    <ol className="exhibit-tries" aria-label={exhibitWords.tries}>
      {deliveries.map(({ id, verdict, duplicate }) => (
        <li key={id} data-folded={duplicate || undefined}>
          <Seal verdict={verdict} size={36} />
          <strong>{duplicate ? exhibitWords.secondTry : exhibitWords.firstTry}</strong>
          <span className="exhibit-when">{exhibitWords.delivery(id)}</span>
          <span>{duplicate ? exhibitWords.secondTold : exhibitWords.firstTold}</span>
        </li>
      ))}
    </ol>
  )
}
