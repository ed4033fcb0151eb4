import {
  ArrowDownUp,
  CircleEqual,
  CircleSlash,
  Clock,
  Ghost,
  Repeat2,
  ShieldQuestionMark,
  SquarePen,
} from 'lucide-react'
import type { ComponentType } from 'react'
import styles from './ObjectPanels.module.css'
import type { ObjectItem } from '../../../../shared/wireTypes.ts'
import { flagWords, objectWords, differenceWords, claimWords } from './words.ts'
import { storyPlace } from '../../../data/state/route.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { JsonView } from '../body/JsonView.tsx'

const signs: Record<ItemFlag['id'], ComponentType<{ 'aria-hidden'?: 'true' }>> = {
  missed: Ghost,
  late: Clock,
  silent: CircleSlash,
  'out-of-order': ArrowDownUp,
  unclaimed: SquarePen,
  equal: CircleEqual,
  unproven: ShieldQuestionMark,
  repeated: Repeat2,
}

/** Findings visible at a glance, each as a sign and a word. */
export function Flags({ flags }: { flags: readonly ItemFlag[] }) {
  return flags.map(({ id, word, look }) => {
    const Sign = signs[id]
    return (
      <span key={id} className={styles.flag} data-look={look}>
        <Sign aria-hidden="true" />
        {word}
      </span>
    )
  })
}

interface ItemFlag {
  id: 'silent' | 'missed' | 'late' | 'out-of-order' | 'equal' | 'unclaimed' | 'repeated' | 'unproven'
  word: string
  /** `warn`: worth a look; `plain`: good to know. */
  look: 'warn' | 'plain'
}

type Judged = Pick<
  ObjectItem,
  'silent' | 'missed' | 'outOfOrder' | 'unchanged' | 'unclaimed' | 'deliveries' | 'proven' | 'remarks'
>

/** The flags of a point in an object's history, the most important first. Pure. */
export function itemFlags(item: Judged): ItemFlag[] {
  const flags: (ItemFlag | false)[] = [
    item.missed && { id: 'missed', word: flagWords.missed, look: 'warn' },
    item.remarks.some(({ code }) => code === 'notification-late') && {
      id: 'late',
      word: flagWords.late,
      look: 'plain',
    },
    item.silent && { id: 'silent', word: flagWords.silent, look: 'warn' },
    item.outOfOrder && { id: 'out-of-order', word: flagWords.outOfOrder, look: 'warn' },
    item.unclaimed.length > 0 && { id: 'unclaimed', word: flagWords.unclaimed, look: 'warn' },
    item.unchanged.length > 0 && { id: 'equal', word: flagWords.equal, look: 'warn' },
    !item.proven && { id: 'unproven', word: flagWords.unproven, look: 'warn' },
    item.deliveries.length > 1 && { id: 'repeated', word: flagWords.repeated(item.deliveries.length), look: 'plain' },
  ]
  return flags.filter((flag) => flag !== false)
}

interface ObjectLinkProps {
  environmentId: string
  resourceType: string
  resourceId: string
}

/** The way from a delivery to everything that is known of its object. */
export function ObjectLink({ environmentId, ...object }: ObjectLinkProps) {
  const { navigation } = useApp()
  const inUse = useAppState((state) => state.feed.status?.environment.id)
  return <a href={navigation.href(storyPlace(inUse, environmentId, object))}>{objectWords.linkToStory}</a>
}

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
