import { Bell, Camera } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ObjectItem } from '../../shared/wireTypes.ts'
import { JsonView } from '../delivery/JsonView.tsx'
import { useApp } from '../state/useApp.ts'
import { countOf } from '../ui/format.ts'
import { Time } from '../ui/Time.tsx'
import { ClaimsBeside } from './ClaimsBeside.tsx'
import { Flags } from './Flags.tsx'
import { itemFlags } from './itemFlags.ts'
import { SnapshotDifference } from './SnapshotDifference.tsx'

/** What was heard of an object and how it was found, newest first. */
export function StoryTimeline({ items }: { items: readonly ObjectItem[] }) {
  return (
    <ol className="story-line" aria-label="Story, newest first">
      {items.map((item) =>
        item.kind === 'snapshot' ? (
          <SnapshotEntry key={`snapshot ${item.attemptId}`} item={item} items={items} />
        ) : (
          <NotificationEntry key={`notification ${item.deliveryId}`} item={item} items={items} />
        ),
      )}
    </ol>
  )
}

interface EntryProps {
  item: ObjectItem
  items: readonly ObjectItem[]
}

function NotificationEntry({ item, items }: EntryProps) {
  const shown = items.find(({ attemptId }) => attemptId !== null && attemptId === item.shownBy)
  return (
    <Entry item={item} name={item.action ?? 'Notification'} sign={<Bell aria-hidden="true" />}>
      <Notes item={item} />
      <ClaimsBeside item={item} shown={shown} isFirst={shown !== undefined && isFirstSnapshot(items, shown)} />
      {item.deliveries.length > 1 && (
        <details>
          <summary className="story-more">{countOf(item.deliveries.length, 'delivery', 'deliveries')} of it</summary>
          <ol className="story-deliveries">
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

function SnapshotEntry({ item, items }: EntryProps) {
  const told = items.some(({ shownBy }) => shownBy === item.attemptId)
  const first = isFirstSnapshot(items, item)
  return (
    <Entry item={item} name="Snapshot" sign={<Camera aria-hidden="true" />}>
      <Notes item={item} />
      <SnapshotDifference snapshot={item} isFirst={first} folded={told && !item.missed} />
      {item.snapshot !== null && (
        <details>
          <summary className="story-more">The object as it was</summary>
          <JsonView text={item.snapshot} label="The object as it was" />
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
  name,
  sign,
  children,
}: {
  item: ObjectItem
  name: string
  sign: ReactNode
  children: ReactNode
}) {
  return (
    <li className="story-entry" data-kind={item.kind}>
      <span className="story-node">{sign}</span>
      <div className="story-entry-head">
        <h3>
          {name}
          <span className="unseen"> {item.kind === 'snapshot' ? '' : 'notification'}</span>
        </h3>
        <Time at={item.at} />
        <DeliveryLink id={item.deliveryId} tab={item.kind === 'snapshot' ? 'object' : 'overview'} />
        <Flags flags={itemFlags(item)} />
      </div>
      <div className="story-entry-body">{children}</div>
    </li>
  )
}

function Notes({ item: { notes } }: { item: ObjectItem }) {
  return notes.map((note) => (
    <p key={note} className="story-note">
      {note}
    </p>
  ))
}

function DeliveryLink({ id, tab }: { id: string; tab: 'overview' | 'object' }) {
  const { navigation } = useApp()
  return <a href={navigation.href({ screen: 'inbox', deliveryId: id, tab, filter: '' })}>delivery {id}</a>
}
