import type { ObjectItem } from '../../../../shared/wireTypes.ts'
import { differenceWords, claimWords } from './words.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import styles from './ObjectPanels.module.css'
import { JsonView } from '../body/JsonView.tsx'

interface DifferenceTableProps {
  lines: NonNullable<ObjectItem['difference']>
  /** Names of the two sides, and texts for a missing place. */
  words?: { before: string; after: string; wasNotThere: string; gone: string; wholeObject: string }
}

/** Places where two values differ: path, value before, value after. Signs say it as well as colours. */
export function DifferenceTable({ lines, words = differenceWords }: DifferenceTableProps) {
  return (
    <DataTable
      look="values"
      className={styles.difference}
      rows={lines}
      // One place can be there twice: what was in it is gone, and something else was added.
      rowKey={({ path, before, after, movedFrom }) => `${path} ${movedFrom ?? ''} ${before === null} ${after === null}`}
      columns={[
        {
          key: 'path',
          head: differenceWords.path,
          names: true,
          mono: true,
          cell: ({ path }) => (path === '' ? words.wholeObject : visibleText(path)),
        },
        {
          key: 'before',
          head: words.before,
          mono: true,
          cell: ({ before, movedFrom }) =>
            movedFrom !== undefined ? (
              <span className="muted">{differenceWords.movedFrom(visibleText(movedFrom))}</span>
            ) : before === null ? (
              <span className="muted">{words.wasNotThere}</span>
            ) : (
              <del data-solid={isSolid(before)}>{visibleText(before)}</del>
            ),
        },
        {
          key: 'after',
          head: words.after,
          mono: true,
          cell: ({ after, movedFrom }) =>
            after === null ? (
              <span className="muted">{words.gone}</span>
            ) : movedFrom !== undefined ? (
              visibleText(after)
            ) : (
              <ins data-solid={isSolid(after)}>{visibleText(after)}</ins>
            ),
        },
      ]}
    />
  )
}

/** There is no space in it at which a line could end. */
function isSolid(value: string): true | undefined {
  return /\s/.test(value) ? undefined : true
}

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

interface ClaimsBesideProps {
  item: ObjectItem
  /** The first snapshot that can show what the notification announced. */
  shown: ObjectItem | undefined
  /** There is none before it to compare with. */
  isFirst: boolean
}

/** The changes that a notification claims, next to the real differences of the object. */
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
