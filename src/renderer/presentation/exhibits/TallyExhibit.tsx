import { verdicts } from '../../../shared/model.ts'
import { Seal } from '../../ui/Seal.tsx'
import { exhibitWords, sealWords } from '../../words/presentation.ts'
import type { StepFacts } from '../useStepFacts.ts'

/** All that came, by seal, and what became of it. */
export function TallyExhibit({ facts: { deliveries } }: { facts: StepFacts }) {
  const counts = verdicts
    .map((verdict) => ({ verdict, count: deliveries.filter((delivery) => delivery.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
  const fetched = deliveries.filter(({ followUp }) => followUp.state === 'done').length
  const repeated = deliveries.filter(({ duplicate }) => duplicate).length
  return (
    <>
      <ul className="exhibit-seals" aria-label={exhibitWords.tally}>
        {counts.map(({ verdict, count }) => (
          <li key={verdict}>
            <Seal verdict={verdict} size={44} />
            <strong>{exhibitWords.tallyOf(count)}</strong>
            <span>{sealWords[verdict].name}</span>
          </li>
        ))}
      </ul>
      <p className="exhibit-sum">
        {exhibitWords.fetched(fetched)} · {exhibitWords.repeated(repeated)}
      </p>
    </>
  )
}
