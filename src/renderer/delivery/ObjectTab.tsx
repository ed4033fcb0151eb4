import { RotateCw } from 'lucide-react'
import { isVerified } from '../../shared/model.ts'
import type { Attempt, Delivery, ObjectItem } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { useLoad } from '../state/useLoad.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { formatDuration } from '../ui/format.ts'
import { Fact, Facts } from '../ui/Section.tsx'
import { Time } from '../ui/Time.tsx'
import { DifferenceTable } from './DifferenceTable.tsx'
import { JsonView } from './JsonView.tsx'

/** The object that the notification names, as the follow-up found it, and what changed since the time before. */
export function ObjectTab({ delivery }: { delivery: Delivery }) {
  const last = delivery.attempts.findLast((attempt) => attempt.kind === 'follow-up')
  return (
    <div className="tab-body">
      <FollowUpState delivery={delivery} last={last} />
      {delivery.resourceType !== null && delivery.resourceId !== null && (
        <Difference delivery={delivery} resourceType={delivery.resourceType} resourceId={delivery.resourceId} />
      )}
      {last !== undefined && last.body !== null && (
        <section className="tab-group" aria-label="Answer">
          <h3>{last.status !== null && last.status < 300 ? 'The object' : 'What the service answered'}</h3>
          <JsonView text={last.body} label="The object" />
          {last.bodyTruncated && <p className="view-note">The answer was longer; this is what is kept of it.</p>}
        </section>
      )}
    </div>
  )
}

function FollowUpState({ delivery, last }: { delivery: Delivery; last: Attempt | undefined }) {
  const { followUp } = delivery
  const waiting = followUp.state === 'waiting' || followUp.state === 'running'
  if (last === undefined) {
    return (
      <EmptyState
        title={waiting ? 'The object is being fetched' : 'No object was fetched'}
        actions={isVerified(delivery.verdict) && !waiting ? <Again delivery={delivery} /> : undefined}
      >
        <p>
          {followUp.reason ?? (waiting ? 'It appears here as soon as the service answers.' : skippedSentence(delivery))}
        </p>
      </EmptyState>
    )
  }
  return (
    <section className="tab-group" aria-label="Follow-up">
      <h3>Follow-up</h3>
      {followUp.state === 'failed' && <ErrorNote>{followUp.reason ?? 'The object could not be fetched.'}</ErrorNote>}
      <Facts>
        <Fact name="Request">
          <code>
            {last.method} {last.url}
          </code>
        </Fact>
        <Fact name="Answer">
          {last.status ?? 'none'}
          {last.timing.total !== null && <span className="muted"> in {formatDuration(last.timing.total)}</span>}
        </Fact>
        <Fact name="When">
          <Time at={last.startedAt} />
        </Fact>
      </Facts>
      <div>
        <Again delivery={delivery} />
      </div>
    </section>
  )
}

function skippedSentence({ verdict }: Delivery): string {
  return isVerified(verdict)
    ? 'This notification had been followed up before, or names no object.'
    : 'Only a notification with a valid signature is followed up: anyone else could steer the request.'
}

function Again({ delivery }: { delivery: Delivery }) {
  const client = useClient()
  const again = useCall(async () => client.deliveries.followUp({ id: delivery.id }))
  return (
    <>
      <Button icon={<RotateCw aria-hidden="true" />} busy={again.busy} onClick={() => void again.run()}>
        Run follow-up again
      </Button>
      {again.problem !== null && <ErrorNote>{again.problem.message}</ErrorNote>}
    </>
  )
}

function Difference({
  delivery,
  resourceType,
  resourceId,
}: {
  delivery: Delivery
  resourceType: string
  resourceId: string
}) {
  const client = useClient()
  const story = useLoad(
    `${resourceType} ${resourceId}`,
    async (signal) => client.objects.get({ resourceType, resourceId, environment: delivery.environmentId }, { signal }),
    String(delivery.attempts.length),
  )
  const snapshot = story.data?.items.find((item) => item.kind === 'snapshot' && item.deliveryId === delivery.id)
  if (snapshot === undefined) return null
  return (
    <section className="tab-group" aria-label="Difference">
      <h3>Difference to the snapshot before</h3>
      <DifferenceOf snapshot={snapshot} items={story.data?.items ?? []} />
      {delivery.changes === null && (snapshot.difference?.length ?? 0) > 0 && (
        <p className="view-note">The notification's own changes were null; this is what really differs.</p>
      )}
    </section>
  )
}

function DifferenceOf({ snapshot, items }: { snapshot: ObjectItem; items: readonly ObjectItem[] }) {
  const earlier = items.filter((item) => item.kind === 'snapshot' && item.at < snapshot.at)
  if (earlier.length === 0) return <p className="muted">This is the first snapshot of this object.</p>
  if (snapshot.difference === null)
    return <p className="muted">One of the two is not JSON, so they cannot be compared.</p>
  if (snapshot.difference.length === 0) return <p className="muted">Nothing differs.</p>
  return <DifferenceTable lines={snapshot.difference} />
}
