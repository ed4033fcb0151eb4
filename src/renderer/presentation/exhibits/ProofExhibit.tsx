import { exhibitWords } from '../../words/presentation.ts'
import type { StepFacts } from '../useStepFacts.ts'

/** Why the seal of the forged delivery does not hold: where it was taken from, what was changed, the two seals. */
export function ProofExhibit({ facts: { deliveries, findings, source } }: { facts: StepFacts }) {
  const [forged] = deliveries
  const proof = findings.find(({ kind }) => kind === 'proof')
  return (
    <section className="exhibit-proof" aria-label={exhibitWords.proof}>
      <p>{source === null ? (proof?.recipe ?? exhibitWords.noProof) : exhibitWords.proofText(source.id)}</p>
      <dl>
        {source !== null && (
          <>
            <dt>{exhibitWords.words}</dt>
            <dd>
              <del>{source.action}</del> <ins data-sign="bad">{forged?.action}</ins>
            </dd>
          </>
        )}
        <dt>{exhibitWords.came}</dt>
        <dd data-sign="bad">{forged?.signature.received}</dd>
        <dt>{exhibitWords.shouldBe}</dt>
        <dd>{forged?.signature.expected}</dd>
      </dl>
    </section>
  )
}
