import { exhibitWords } from '../../words/presentation.ts'
import { type Change, changesOf, snapshotsIn } from '../objectFacts.ts'
import type { StepFacts } from '../useStepFacts.ts'

/** What the newest look at the object found changed. */
export function ChangeExhibit({ facts: { story, deliveries } }: { facts: StepFacts }) {
  const own = snapshotsIn(story?.items ?? []).find(({ deliveryId }) => deliveryId === deliveries[0]?.id)
  if (own === undefined) return null
  const changes = changesOf(own)
  if (changes.length === 0) return <p>{exhibitWords.nothingChanged}</p>
  return (
    <table className="exhibit-changes" aria-label={exhibitWords.changed}>
      <thead>
        <tr>
          <th scope="col">{exhibitWords.field}</th>
          <th scope="col">{exhibitWords.before}</th>
          <th scope="col">{exhibitWords.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.path}>
            <th scope="row">{change.path}</th>
            <td>
              <Before change={change} />
            </td>
            <td>
              <After change={change} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Before({ change: { before } }: { change: Change }) {
  return before === null ? <span className="exhibit-none">{exhibitWords.wasNotThere}</span> : <del>{before}</del>
}

export function After({ change: { after } }: { change: Change }) {
  return after === null ? <span className="exhibit-none">{exhibitWords.gone}</span> : <ins>{after}</ins>
}
