import type { ObjectItem } from '../../../shared/wireTypes.ts'
import { JsonView } from '../body/JsonView.tsx'
import { visibleText } from '../../text/visibleText.ts'
import { claimWords } from './words.ts'
import { SnapshotDifference } from './SnapshotDifference.tsx'
import styles from './Claims.module.css'

interface ClaimsBesideProps {
  item: ObjectItem
  /** The first snapshot that can show what the notification tells of. */
  shown: ObjectItem | undefined
  /** There is none before it to compare with. */
  isFirst: boolean
}

/** What a notification says of changes, beside how the object really differs. */
export function ClaimsBeside({ item, shown, isFirst }: ClaimsBesideProps) {
  // A creation claims nothing and changes nothing.
  if (item.changesShape === 'none' && (shown === undefined || isFirst)) return null
  return (
    <div className={styles.claims}>
      <div>
        <h4>{claimWords.said}</h4>
        <Claims item={item} />
      </div>
      <div>
        <h4>{claimWords.differs}</h4>
        {shown === undefined ? (
          <p className="muted">{claimWords.notFetched}</p>
        ) : (
          <SnapshotDifference snapshot={shown} isFirst={isFirst} />
        )}
        {item.unclaimed.length > 0 && <Places name={claimWords.unclaimed} places={item.unclaimed} />}
      </div>
    </div>
  )
}

function Claims({ item }: { item: ObjectItem }) {
  return (
    <>
      {item.changesShape === 'none' && (
        <p>
          <code>{claimWords.null}</code>
          {/* Where the object has changed, that is said already. */}
          {!item.silent && <span className="muted"> {claimWords.nullMeans}</span>}
        </p>
      )}
      {item.changesShape === 'names' && <Places name={claimWords.namesOnly} places={item.claimed ?? []} />}
      {(item.changesShape === 'values' || item.changesShape === 'other') && item.changes !== null && (
        <JsonView text={item.changes} label={claimWords.changes} />
      )}
      {item.unchanged.length > 0 && <Places name={claimWords.unchanged} places={item.unchanged} />}
    </>
  )
}

function Places({ name, places }: { name: string; places: readonly string[] }) {
  return (
    <p className={styles.places}>
      <span className="muted">{claimWords.places(name)}</span>{' '}
      {places.map((place, index) => (
        <span key={place}>
          {index > 0 && ', '}
          <code>{place === '' ? claimWords.whole : visibleText(place)}</code>
        </span>
      ))}
    </p>
  )
}
