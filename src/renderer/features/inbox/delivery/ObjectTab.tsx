import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Attempt, Delivery, ObjectItem } from '../../../../shared/wireTypes.ts'
import { ClaimsBeside, SnapshotDifference, Flags, itemFlags, ObjectLink } from '../objects/ObjectPanels.tsx'
import { FollowUpPanel, RepairFollowUp } from '../objects/FollowUpPanel.tsx'
import { StoryInFile } from '../objects/Story.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { formatDuration } from '../../../text/format.ts'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { attemptWords, deliveryWords } from './words.ts'
import { JsonView } from '../body/JsonView.tsx'
import notesStyles from '../../../ui/notes/Notes.module.css'
import differenceStyles from '../objects/ObjectPanels.module.css'
import styles from '../../../ui/layout/Tabs.module.css'
import { useCalls } from '../../../data/state/useApp.ts'

/** The object that the notification names, as the follow-up found it, and what changed since the time before. */
export function ObjectTab({ delivery }: { delivery: Delivery }) {
  const { resourceType, resourceId } = delivery
  const last = delivery.attempts.findLast((attempt) => attempt.kind === 'follow-up')
  const answer = last === undefined || last.body === null ? null : <Answer last={last} text={last.body} />
  return (
    <div className={styles.body}>
      <div>
        <FollowUpPanel delivery={delivery} />
        <RepairFollowUp delivery={delivery} />
        {last !== undefined && <LastAttempt last={last} />}
      </div>
      {resourceType !== null && resourceId !== null ? (
        <InStory delivery={delivery} resourceType={resourceType} resourceId={resourceId}>
          {answer}
        </InStory>
      ) : (
        answer
      )}
    </div>
  )
}

function Answer({ last, text }: { last: Attempt; text: string }) {
  return (
    <section className={styles.group} aria-label={attemptWords.answer}>
      <h3>{last.status !== null && last.status < 300 ? attemptWords.theObject : attemptWords.whatAnswered}</h3>
      <JsonView text={text} label={attemptWords.theObject} source="object" />
      {last.bodyTruncated && (
        <p data-part="view-note" className={notesStyles.viewNote}>
          {attemptWords.answerLonger}
        </p>
      )}
    </section>
  )
}

function LastAttempt({ last }: { last: Attempt }) {
  return (
    <Facts>
      <Fact name={attemptWords.request}>
        <code>
          {last.method} {last.url}
        </code>
      </Fact>
      <Fact name={attemptWords.answer}>
        {last.status ?? attemptWords.noStatus}
        {last.timing.total !== null && (
          <span className="muted">{attemptWords.took(formatDuration(last.timing.total))}</span>
        )}
      </Fact>
      <Fact name={attemptWords.when}>
        <Time at={last.startedAt} />
      </Fact>
    </Facts>
  )
}

/** Changes since the snapshot before, the object itself (`children`), and for a delivery from a file its whole story. */
function InStory({
  delivery,
  resourceType,
  resourceId,
  children,
}: {
  delivery: Delivery
  resourceType: string
  resourceId: string
  children: ReactNode
}) {
  const { data, error, refetch, story } = useDeliveryStory(delivery, { resourceType, resourceId })
  const isOwn = delivery.foreign === undefined
  return (
    <>
      <section className={styles.group} aria-label={attemptWords.difference}>
        <h3>{attemptWords.differenceBefore}</h3>
        {isOwn && (
          <ObjectLink environmentId={delivery.environmentId} resourceType={resourceType} resourceId={resourceId} />
        )}
        {story.snapshot !== undefined ? (
          <Judged notification={story.notification} snapshot={story.snapshot} isFirst={story.isFirst} />
        ) : error !== null ? (
          <ErrorNote next={<Button onClick={() => void refetch()}>{deliveryWords.tryAgain}</Button>}>
            {error.message}
          </ErrorNote>
        ) : data === undefined ? (
          <Loading what={attemptWords.storyOf} />
        ) : (
          <p className="muted">{attemptWords.nothingFetched}</p>
        )}
      </section>
      {children}
      {!isOwn && data !== undefined && <StoryInFile story={data} />}
    </>
  )
}

/** The part of the object's story about this delivery. */
function Judged({
  notification,
  snapshot,
  isFirst,
}: {
  notification: ObjectItem | undefined
  snapshot: ObjectItem
  isFirst: boolean
}) {
  const flags = [...(notification === undefined ? [] : itemFlags(notification)), ...itemFlags(snapshot)]
  const showsClaims = notification !== undefined && notification.shownBy === snapshot.attemptId && !isFirst
  return (
    <>
      {flags.length > 0 && (
        <p className={differenceStyles.flags}>
          <Flags flags={flags} />
        </p>
      )}
      {[...(notification?.notes ?? []), ...snapshot.notes].map((note) => (
        <p key={note} className={differenceStyles.storyNote}>
          {note}
        </p>
      ))}
      {showsClaims ? (
        <ClaimsBeside item={notification} shown={snapshot} isFirst={false} />
      ) : (
        <SnapshotDifference snapshot={snapshot} isFirst={isFirst} />
      )}
    </>
  )
}

/**
 * The object as the follow-up of a delivery found it. One that was run again and found the same as its try before leaves
 * the word to that: it shows what had changed. Pure.
 */
export function snapshotOf(items: readonly ObjectItem[], deliveryId: string): ObjectItem | undefined {
  const snapshots = items.filter(({ kind }) => kind === 'snapshot')
  let place = snapshots.findIndex((item) => item.deliveryId === deliveryId)
  while (snapshots[place]?.difference?.length === 0 && snapshots[place + 1]?.deliveryId === deliveryId) place += 1
  return snapshots[place]
}

/** Loads the story of the object that a delivery names, and finds the delivery in it. */
export function useDeliveryStory(
  { id, environmentId: environment }: Delivery,
  { resourceType, resourceId }: { resourceType: string; resourceId: string },
) {
  const { data, error, refetch } = useQuery(
    useCalls().objects.get.queryOptions({ input: { resourceType, resourceId, environment } }),
  )
  const items = data?.items ?? []
  const snapshot = snapshotOf(items, id)
  return {
    data,
    error,
    refetch,
    story: {
      /** Its notification, with what it claims. */
      notification: items.find(({ deliveries }) => deliveries.some((each) => each.id === id)),
      /** The object as the follow-up of this delivery found it; undefined where none did. */
      snapshot,
      /** There is no earlier snapshot to compare with. */
      isFirst: items.findLast(({ kind }) => kind === 'snapshot') === snapshot,
    },
  }
}
