import { isVerified } from '../../shared/model.ts'
import type { Delivery } from '../../shared/wireTypes.ts'
import { ObjectLink } from '../objects/ObjectLink.tsx'
import { CameThrough } from '../tunnel/CameThrough.tsx'
import { CopyValue } from '../ui/CopyValue.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { formatBytes, groupDigits } from '../ui/format.ts'
import { Fact, Facts } from '../ui/Section.tsx'
import { Time } from '../ui/Time.tsx'
import { JsonView } from './JsonView.tsx'
import type { FoundCause } from './signature/useExplanation.ts'
import { WhyLine } from './signature/WhyLine.tsx'
import { verdictSentence } from './verdictSentence.ts'

/** What the notification says, and what is known of the request that brought it. */
export function OverviewTab({ delivery, cause }: { delivery: Delivery; cause: FoundCause }) {
  return (
    <div className="tab-body">
      <div>
        <p className="lead-sentence">{verdictSentence(delivery.verdict, delivery.signature.header)}</p>
        <WhyLine deliveryId={delivery.id} cause={cause} isRight={isVerified(delivery.verdict)} />
      </div>
      {delivery.followUp.reason !== null && delivery.followUp.state === 'failed' && (
        <ErrorNote>{delivery.followUp.reason}</ErrorNote>
      )}
      {delivery.notificationProblem === null ? (
        <NotificationFacts delivery={delivery} />
      ) : (
        <ErrorNote look="warn">
          {delivery.notificationProblem} The bytes are kept as they came; the Body tab shows them.
        </ErrorNote>
      )}
      <RequestFacts delivery={delivery} />
    </div>
  )
}

function NotificationFacts({ delivery }: { delivery: Delivery }) {
  return (
    <section className="tab-group" aria-label="Notification">
      <h3>Notification</h3>
      <Facts>
        <Fact name="Object">{delivery.resourceType}</Fact>
        {delivery.resourceId !== null && (
          <Fact name="Object id">
            <CopyValue text={delivery.resourceId} what="the object's id" />{' '}
            {delivery.resourceType !== null && (
              <ObjectLink resourceType={delivery.resourceType} resourceId={delivery.resourceId} />
            )}
          </Fact>
        )}
        <Fact name="Action">{delivery.action}</Fact>
        <Fact name="Changes" note={changesNote(delivery.changes)}>
          {delivery.changes === null ? (
            <span className="muted">null</span>
          ) : (
            <JsonView text={delivery.changes} label="Changes" />
          )}
        </Fact>
        {delivery.notificationId !== null && (
          <Fact
            name="Notification id"
            note={
              delivery.duplicate
                ? 'A delivery with this id had arrived before: this one is a repetition, and was not followed up again.'
                : undefined
            }
          >
            <CopyValue text={delivery.notificationId} what="the notification's id" />
          </Fact>
        )}
        {delivery.createdAtUtc !== null && (
          <Fact name="Created">
            <code>{delivery.createdAtUtc}</code>
          </Fact>
        )}
        {delivery.organizationId !== null && (
          <Fact name="Organization">
            <CopyValue text={delivery.organizationId} what="the organization's id" />
          </Fact>
        )}
      </Facts>
    </section>
  )
}

function changesNote(changes: string | null): string | undefined {
  return changes === null
    ? 'The object may have changed all the same: the service leaves this empty for some products. The Object tab shows what really differs.'
    : undefined
}

function RequestFacts({ delivery }: { delivery: Delivery }) {
  return (
    <section className="tab-group" aria-label="Request">
      <h3>Request</h3>
      <Facts>
        <Fact name="Received">
          <Time at={delivery.receivedAt} />
        </Fact>
        <Fact name="Request line">
          <code>
            {delivery.method} {delivery.target} HTTP/{delivery.httpVersion}
          </code>
        </Fact>
        <Fact name="Body" note={sizeNote(delivery)}>
          <span className="numbers" title={`${groupDigits(delivery.size)} bytes`}>
            {formatBytes(delivery.size)}
          </span>
        </Fact>
        <Fact name="SHA-256">
          <CopyValue text={delivery.sha256} what="the SHA-256 of the body" />
        </Fact>
        <Fact name="From">
          <code>
            {delivery.peer.address}:{delivery.peer.port}
          </code>
        </Fact>
        <CameThrough delivery={delivery} />
        <Fact name="Answered">{delivery.answeredStatus}</Fact>
      </Facts>
    </section>
  )
}

function sizeNote({ truncated, contentLength, size }: Delivery): string | undefined {
  if (truncated)
    return 'Not complete: it was larger than the limit, or the sender went away before its end. What came first is kept.'
  if (contentLength !== null && contentLength !== size)
    return `Content-Length announced ${groupDigits(contentLength)} bytes.`
  return undefined
}
