import { Bell, Camera } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ObjectItem } from '../../../../shared/wireTypes.ts'
import { JsonView } from '../body/JsonView.tsx'
import { NextTry } from './FollowUpPanel.tsx'
import { deliveryPlace, isForeignId } from '../../../data/state/route.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { Time } from '../../../ui/basics/Time.tsx'
import { ClaimsBeside, SnapshotDifference } from './Differences.tsx'
import { Flags, itemFlags } from './Flags.tsx'
import { entryId, itemKey } from './storyPoints.ts'
import { filled } from '../../../text/filled.tsx'
import { followUpWords } from './followUpWords.ts'
import { storyWords } from './words.ts'
import claimsStyles from './Claims.module.css'
import styles from './Story.module.css'

/** The notifications and snapshots of an object, newest first. */
export function StoryTimeline({ items, pointed }: { items: readonly ObjectItem[]; pointed: string | null }) {
  return (
    <ol className={styles.line} aria-label={storyWords.list}>
      {items.map((item) =>
        item.kind === 'snapshot' ? (
          <SnapshotEntry key={itemKey(item)} item={item} items={items} isPointed={itemKey(item) === pointed} />
        ) : (
          <NotificationEntry key={itemKey(item)} item={item} items={items} isPointed={itemKey(item) === pointed} />
        ),
      )}
    </ol>
  )
}

interface EntryProps {
  item: ObjectItem
  items: readonly ObjectItem[]
  /** The chart points at it. */
  isPointed: boolean
}

function NotificationEntry({ item, items, isPointed }: EntryProps) {
  const shown = items.find(({ attemptId }) => attemptId !== null && attemptId === item.shownBy)
  return (
    <Entry
      item={item}
      isPointed={isPointed}
      name={item.action ?? storyWords.notification}
      sign={<Bell aria-hidden="true" />}
    >
      <Notes item={item} />
      <Overtaken item={item} />
      <FollowUpState item={item} />
      <ClaimsBeside item={item} shown={shown} isFirst={shown !== undefined && isFirstSnapshot(items, shown)} />
      {item.deliveries.length > 1 && (
        <details>
          <summary className={claimsStyles.storyMore}>{storyWords.deliveriesOf(item.deliveries.length)}</summary>
          <ol className={styles.deliveries}>
            {item.deliveries.map(({ id, receivedAt, attempt }) => (
              <li key={id}>
                <span className="numbers muted">{attempt}.</span> <Time at={receivedAt} />{' '}
                <DeliveryLink id={id} tab="overview" />
              </li>
            ))}
          </ol>
        </details>
      )}
    </Entry>
  )
}

/** The two times that are out of order; all their digits on hover. */
function Overtaken({ item: { createdAtUtc, overtakenBy } }: { item: ObjectItem }) {
  if (createdAtUtc === null || overtakenBy == null) return null
  const times = { at: <Time at={createdAtUtc} />, other: <Time at={overtakenBy} /> }
  return <p className={claimsStyles.storyNote}>{filled(storyWords.overtaken, times)}</p>
}

/** A follow-up without an object, with a link to its result. */
function FollowUpState({ item: { followUp, action, proven } }: { item: ObjectItem }) {
  const { navigation } = useApp()
  if (followUp == null || followUp.state === 'done' || followUp.state === 'none') return null
  const { word, why } = followUpWords({ followUp, action, verdict: proven ? 'valid' : 'invalid', duplicate: false })
  const href = navigation.href(deliveryPlace(followUp.deliveryId, 'object'))
  return (
    <p className={claimsStyles.storyNote}>
      <span className="muted">{storyWords.followUp}</span> {word}. {why}{' '}
      {!isForeignId(followUp.deliveryId) && <NextTry followUp={followUp} />} <a href={href}>{storyWords.seeFollowUp}</a>
    </p>
  )
}

function SnapshotEntry({ item, items, isPointed }: EntryProps) {
  const isAnnounced = items.some(({ shownBy }) => shownBy === item.attemptId)
  const first = isFirstSnapshot(items, item)
  return (
    <Entry item={item} isPointed={isPointed} name={storyWords.snapshot} sign={<Camera aria-hidden="true" />}>
      <Notes item={item} />
      <SnapshotDifference snapshot={item} isFirst={first} folded={isAnnounced && !item.missed} />
      {item.snapshot !== null && (
        <details>
          <summary className={claimsStyles.storyMore}>{storyWords.asItWas}</summary>
          <JsonView text={item.snapshot} label={storyWords.asItWas} />
        </details>
      )}
    </Entry>
  )
}

function isFirstSnapshot(items: readonly ObjectItem[], snapshot: ObjectItem): boolean {
  return items.findLast(({ kind }) => kind === 'snapshot') === snapshot
}

function Entry({
  item,
  isPointed,
  name,
  sign,
  children,
}: {
  item: ObjectItem
  isPointed: boolean
  name: string
  sign: ReactNode
  children: ReactNode
}) {
  return (
    <li
      id={entryId(item)}
      data-part="story-entry"
      className={styles.entry}
      data-kind={item.kind}
      data-pointed={isPointed || undefined}
      tabIndex={-1}
    >
      <span data-part="story-node" className={styles.node}>
        {sign}
      </span>
      <div className={styles.entryHead}>
        <h3>
          {name}
          <span className="unseen">{item.kind === 'snapshot' ? '' : storyWords.notificationUnseen}</span>
        </h3>
        <Time at={item.at} />
        <DeliveryLink id={item.deliveryId} tab={item.kind === 'snapshot' ? 'object' : 'overview'} />
        <Flags flags={itemFlags(item)} />
      </div>
      <div className={styles.entryBody}>{children}</div>
    </li>
  )
}

function Notes({ item: { notes } }: { item: ObjectItem }) {
  return notes.map((note) => (
    <p key={note} className={claimsStyles.storyNote}>
      {note}
    </p>
  ))
}

function DeliveryLink({ id, tab }: { id: string; tab: 'overview' | 'object' }) {
  const { navigation } = useApp()
  return <a href={navigation.href(deliveryPlace(id, tab))}>{storyWords.delivery(id)}</a>
}
