import { Seal } from '../../ui/Seal.tsx'
import { exhibitWords } from '../../words/presentation.ts'
import type { StepFacts } from '../useStepFacts.ts'

/** The secrets that are accepted, by their fingerprints, and which of them the delivery was signed with. */
export function SecretsExhibit({ facts: { deliveries, secrets } }: { facts: StepFacts }) {
  const used = deliveries[0]?.signature.secret?.fingerprint
  const accepted = secrets.filter(({ retiredAt }) => retiredAt === null)
  return (
    <ul className="exhibit-tries" aria-label={exhibitWords.secrets}>
      {accepted.slice(0, 2).map(({ id, current, fingerprint }) => (
        <li key={id} data-folded={fingerprint !== used || undefined}>
          <Seal verdict={current ? 'valid' : 'valid-previous'} size={36} />
          <strong>{current ? exhibitWords.current : exhibitWords.previous}</strong>
          <span className="exhibit-when">{exhibitWords.fingerprint(fingerprint ?? '')}</span>
          <span>{fingerprint === used && exhibitWords.signedWith}</span>
        </li>
      ))}
    </ul>
  )
}
