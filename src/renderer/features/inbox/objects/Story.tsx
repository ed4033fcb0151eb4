import { useQuery } from '@tanstack/react-query'
import { ArrowDownUp, Bell, Camera, Download, FileText, Link2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { commands } from '../../../../shared/commands/commands.ts'
import type { ObjectItem, ObjectStory } from '../../../../shared/wireTypes.ts'
import { visibleText, filled } from '../../../text/visibleText.tsx'
import { useCommands } from '../../../commands/useCommands.ts'
import { useCopyLink } from '../../../commands/contextEntries.tsx'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { CopyValue } from '../../../ui/fields/CopyButton.tsx'
import { EmptyState, ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { storyWords, followUpWords } from './words.ts'
import { StoryChart } from './StoryChart.tsx'
import styles from './ObjectPanels.module.css'
import { JsonView } from '../body/JsonView.tsx'
import { NextTry } from './FollowUpPanel.tsx'
import { deliveryPlace, isForeignId, ordersPlace } from '../../../data/state/route.ts'
import { ClaimsBeside, SnapshotDifference, Flags, itemFlags } from './ObjectPanels.tsx'
import { entryId, itemKey, objectKey, storyPaneId } from './storyPoints.ts'

interface StoryPaneProps {
  environment: string
  shown: { resourceType: string; resourceId: string } | null
}

/** The story of an object. */
export function StoryPane({ environment, shown }: StoryPaneProps) {
  return (
    <section id={storyPaneId} data-part="story" className={styles.story} aria-label={storyWords.pane} tabIndex={-1}>
      {shown === null ? (
        <EmptyState title={storyWords.notChosen}>
          <p>{storyWords.notChosenHint}</p>
        </EmptyState>
      ) : (
        <LoadedStory key={`${environment}\n${objectKey(shown)}`} environment={environment} {...shown} />
      )}
    </section>
  )
}

interface Named {
  environment: string
  resourceType: string
  resourceId: string
}

function LoadedStory({ environment, resourceType, resourceId }: Named) {
  const { data, error, refetch } = useQuery(
    useCalls().objects.get.queryOptions({ input: { resourceType, resourceId, environment } }),
  )
  if (data !== undefined) return <Story story={data} environment={environment} />
  if (error === null) return <Loading what={storyWords.loading} />
  return (
    <ErrorNote next={<Button onClick={() => void refetch()}>{storyWords.tryAgain}</Button>}>{error.message}</ErrorNote>
  )
}

function Story({ story, environment }: { story: ObjectStory; environment: string }) {
  return (
    <>
      <header className={styles.head}>
        <h2>{visibleText(story.resourceType)}</h2>
        <div className={styles.id}>
          <CopyValue text={story.resourceId} what={storyWords.idToCopy} />
          <CopyLink resourceType={story.resourceType} resourceId={story.resourceId} />
          <ExportStory environment={environment} resourceType={story.resourceType} resourceId={story.resourceId} />
          <RecordStory environment={environment} resourceType={story.resourceType} resourceId={story.resourceId} />
          <PlayOrders environment={environment} resourceType={story.resourceType} resourceId={story.resourceId} />
        </div>
        <p className="muted">
          {storyWords.counts(story.notifications, story.snapshots)}
          {filled(storyWords.seen, { first: <Time at={story.firstSeenAt} />, last: <Time at={story.lastSeenAt} /> })}
        </p>
      </header>
      {story.notes.length > 0 && (
        <ErrorNote look="warn">
          <ul>
            {story.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </ErrorNote>
      )}
      {story.snapshots === 0 && story.notifications > 0 && <p className={styles.none}>{storyWords.noSnapshots}</p>}
      <Points items={story.items} />
    </>
  )
}

/** The story of an object out of a file, beside one of its deliveries. */
export function StoryInFile({ story: { notes, items } }: { story: ObjectStory }) {
  return (
    <section className={styles.inFile} aria-label={storyWords.ofFile}>
      <h3>{storyWords.ofFile}</h3>
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
      <Points items={items} />
    </section>
  )
}

/** All that is known of an object, on a time axis and as a list; what is pointed at in one is marked in the other. */
function Points({ items }: { items: readonly ObjectItem[] }) {
  const [pointed, setPointed] = useState<string | null>(null)
  return (
    <>
      <StoryChart items={items} pointed={pointed} onPoint={setPointed} />
      <StoryTimeline items={items} pointed={pointed} />
    </>
  )
}

/** A link to the story, from its head and from the palette. */
function CopyLink(object: { resourceType: string; resourceId: string }) {
  const copy = useCopyLink({ kind: 'object', ...object })
  const { label } = commands['delivery.copyLink']
  useCommands(() => (copy === null ? [] : [{ id: 'object.copyLink', title: label, group: 'object', run: copy }]))
  return copy !== null && <IconButton icon={<Link2 />} label={label} onClick={copy} />
}

/** Chooses the story to be exported, from its head and from the palette. */
function ExportStory(object: Named) {
  const { navigation, store } = useApp()
  const { label } = commands['object.export']
  const run = () => {
    store.setState({ toExport: { object } })
    navigation.go({ screen: 'case-files', deliveryId: null })
  }
  useCommands(() => [{ id: 'object.export', title: label, group: 'object', run }])
  return <IconButton icon={<Download />} label={label} onClick={run} />
}

/** Makes a scenario of the story, from its head and from the palette. */
function RecordStory(object: Named) {
  const { navigation, store } = useApp()
  const { label } = commands['object.record']
  const run = () => {
    store.setState({ toRecord: { object } })
    navigation.go({ screen: 'scenarios', deliveryId: null })
  }
  useCommands(() => [{ id: 'object.record', title: label, group: 'object', run }])
  return <IconButton icon={<FileText />} label={label} onClick={run} />
}

/** Plays the deliveries of the object in other orders, from its head and from the palette: those of the environment in use. */
function PlayOrders({ environment, ...object }: Named) {
  const { navigation } = useApp()
  const isInUse = useAppState(({ feed }) => feed.status?.environment.id === environment)
  const { label } = commands['object.orders']
  const run = () => navigation.go(ordersPlace(object))
  useCommands(() => (isInUse ? [{ id: 'object.orders', title: label, group: 'object', run }] : []))
  return isInUse && <IconButton icon={<ArrowDownUp />} label={label} onClick={run} />
}

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
          <summary className={styles.storyMore}>{storyWords.deliveriesOf(item.deliveries.length)}</summary>
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
  return <p className={styles.storyNote}>{filled(storyWords.overtaken, times)}</p>
}

/** A follow-up without an object, with a link to its result. */
function FollowUpState({ item: { followUp, action, proven } }: { item: ObjectItem }) {
  const { navigation } = useApp()
  if (followUp == null || followUp.state === 'done' || followUp.state === 'none') return null
  const { word, why } = followUpWords({ followUp, action, verdict: proven ? 'valid' : 'invalid', duplicate: false })
  const href = navigation.href(deliveryPlace(followUp.deliveryId, 'object'))
  return (
    <p className={styles.storyNote}>
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
          <summary className={styles.storyMore}>{storyWords.asItWas}</summary>
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
    <p key={note} className={styles.storyNote}>
      {note}
    </p>
  ))
}

function DeliveryLink({ id, tab }: { id: string; tab: 'overview' | 'object' }) {
  const { navigation } = useApp()
  return <a href={navigation.href(deliveryPlace(id, tab))}>{storyWords.delivery(id)}</a>
}
