import type { ObjectItem } from '../../shared/wireTypes.ts'
import { DifferenceTable } from '../delivery/DifferenceTable.tsx'
import { countOf } from '../ui/format.ts'
import './Claims.css'

/** How a snapshot differs from the one before. `folded`: it stands elsewhere too, so it opens only when asked for. */
export function SnapshotDifference({
  snapshot: { difference },
  isFirst,
  folded = false,
}: {
  snapshot: Pick<ObjectItem, 'difference'>
  isFirst: boolean
  folded?: boolean
}) {
  if (isFirst) return <p className="muted">This is the first snapshot of this object.</p>
  if (difference === null) return <p className="muted">One of the two is not JSON, so they cannot be compared.</p>
  if (difference.length === 0) return <p className="muted">Nothing differs from the snapshot before.</p>
  if (!folded) return <DifferenceTable lines={difference} />
  return (
    <details>
      <summary className="story-more">
        {countOf(difference.length, 'place differs', 'places differ')} from the snapshot before
      </summary>
      <DifferenceTable lines={difference} />
    </details>
  )
}
