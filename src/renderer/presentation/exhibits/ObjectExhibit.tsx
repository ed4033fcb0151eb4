import { exhibitWords } from '../../words/presentation.ts'
import { objectFacts, snapshotsIn } from '../objectFacts.ts'
import type { StepFacts } from '../useStepFacts.ts'

/** The object as the service gave it first. */
export function ObjectExhibit({ facts: { story } }: { facts: StepFacts }) {
  const [first] = snapshotsIn(story?.items ?? [])
  if (first?.snapshot == null) return null
  return (
    <dl className="exhibit-facts" aria-label={exhibitWords.object}>
      {objectFacts(first.snapshot).map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
