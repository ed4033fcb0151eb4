import type { ObjectItem } from '../../shared/wireTypes.ts'
import { JsonView } from '../delivery/JsonView.tsx'
import { visibleText } from '../delivery/visibleText.ts'
import { SnapshotDifference } from './SnapshotDifference.tsx'
import './Claims.css'

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
    <div className="claims">
      <div>
        <h4>What its changes say</h4>
        <Claims item={item} />
      </div>
      <div>
        <h4>What really differs</h4>
        {shown === undefined ? (
          <p className="muted">No snapshot shows it: the object was not fetched since.</p>
        ) : (
          <SnapshotDifference snapshot={shown} isFirst={isFirst} />
        )}
        {item.unclaimed.length > 0 && <Places name="Changed, not claimed" places={item.unclaimed} />}
      </div>
    </div>
  )
}

function Claims({ item }: { item: ObjectItem }) {
  return (
    <>
      {item.changesShape === 'none' && (
        <p>
          <code>null</code> <span className="muted">says nothing: the object may have changed all the same.</span>
        </p>
      )}
      {item.changesShape === 'names' && <Places name="Names only" places={item.claimed ?? []} />}
      {(item.changesShape === 'values' || item.changesShape === 'other') && item.changes !== null && (
        <JsonView text={item.changes} label="Changes" />
      )}
      {item.unchanged.length > 0 && <Places name="Claimed, but equal to before" places={item.unchanged} />}
    </>
  )
}

function Places({ name, places }: { name: string; places: readonly string[] }) {
  return (
    <p className="places">
      <span className="muted">{name}:</span>{' '}
      {places.map((place, index) => (
        <span key={place}>
          {index > 0 && ', '}
          <code>{place === '' ? 'the whole object' : visibleText(place)}</code>
        </span>
      ))}
    </p>
  )
}
