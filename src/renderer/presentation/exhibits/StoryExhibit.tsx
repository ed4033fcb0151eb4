import { formatClock } from '../../ui/format.ts'
import { exhibitWords } from '../../words/presentation.ts'
import { changesOf, objectFacts, snapshotsIn } from '../objectFacts.ts'
import type { StepFacts } from '../useStepFacts.ts'
import { After, Before } from './ChangeExhibit.tsx'

/** The looks at the object up to this step, from left to right, each with what had changed since the one before. */
export function StoryExhibit({ facts: { story, deliveries } }: { facts: StepFacts }) {
  const all = snapshotsIn(story?.items ?? [])
  // A step that is shown again later tells no more than it did then.
  const last = all.findIndex(({ deliveryId }) => deliveryId === deliveries[0]?.id)
  return (
    <ol className="exhibit-story" aria-label={exhibitWords.story}>
      {all.slice(0, last + 1).map((item, index) => (
        <li key={item.attemptId}>
          <span className="exhibit-when">{formatClock(item.at)}</span>
          {index === 0 ? (
            <p>
              <span className="exhibit-none">{exhibitWords.storyFirst}</span>{' '}
              <ins>{objectFacts(item.snapshot ?? '')[0]?.value}</ins>
            </p>
          ) : (
            changesOf(item).map((change) => (
              <p key={change.path}>
                <span className="exhibit-path">{change.path}</span> <Before change={change} /> <After change={change} />
              </p>
            ))
          )}
        </li>
      ))}
    </ol>
  )
}
