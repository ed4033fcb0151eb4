import type { ObjectItem } from '../../../shared/wireTypes.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { claimWords } from './words.ts'
import styles from './Claims.module.css'

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
  if (isFirst) return <p className="muted">{claimWords.first}</p>
  if (difference === null) return <p className="muted">{claimWords.notJson}</p>
  if (difference.length === 0) return <p className="muted">{claimWords.same}</p>
  if (!folded) return <DifferenceTable lines={difference} />
  return (
    <details>
      <summary className={styles.storyMore}>{claimWords.placesDiffer(difference.length)}</summary>
      <DifferenceTable lines={difference} />
    </details>
  )
}
