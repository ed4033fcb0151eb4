import { Check, ChevronDown, ChevronRight, Ellipsis, Minus, RotateCw, X } from 'lucide-react'
import { createContext, Fragment, memo, useContext } from 'react'
import { eventTitle } from '../../../../shared/headline/eventWords.ts'
import {
  type HeadlinePiece,
  headlinePieces,
  headlineText,
  moreChanges,
} from '../../../../shared/headline/headlineText.ts'
import {
  type DeliverySummary,
  type FollowUp,
  type Headline,
  type SearchMatch,
  wasAccepted,
} from '../../../../shared/model.ts'
import { useAppState } from '../../../data/state/useApp.ts'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { clockPieces, formatDuration, isToday, momentPieces, shortId } from '../../../text/format.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import type { ListRowProps } from '../../../ui/lists/ListBox.tsx'
import { lazily } from '../../../ui/notes/Notes.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { RowEnvironment, RowMarks } from './RowMarks.tsx'
import type { ColumnKey } from './columns.ts'
import type { ListedRow, ThreadPlace } from './threads.ts'
import { inboxWords, rowWords, threadWords } from './words.ts'
import styles from './DeliveryList.module.css'

/** The text of a row without a type. Loaded later: the presets of all senders are larger than the list. */
const NoTypeName = lazily(
  inboxWords.partSenders,
  async () => (await import('./RowActions.tsx')).NoTypeName,
  () => null,
)

/** The columns that rows show, from left to right, with spaces between: the same text draws nothing again. */
export const RowColumns = createContext(['time', 'event', 'followUp'].join(' '))

/** The content of a row. Flags: `marked` is the first of two to compare, `fresh` came just now. */
export const DeliveryRow = memo(function DeliveryRow({ item: row, flags, born }: ListRowProps<ListedRow>) {
  const keys = useContext(RowColumns).split(' ') as ColumnKey[]
  const { delivery, thread } = row
  return (
    <>
      {thread !== null && <ThreadSign delivery={delivery} thread={thread} />}
      <Seal verdict={delivery.verdict} labelled fresh={born.includes('fresh')} />
      {keys.map((key) => (
        <Cell key={key} column={key} row={row} marked={flags.includes('marked')} />
      ))}
    </>
  )
})

/** Characters of an id that the column has room for. */
const fittingId = 8

function Cell({ column, row, marked }: { column: ColumnKey; row: ListedRow; marked: boolean }) {
  const { delivery } = row
  switch (column) {
    case 'time':
      return <RowTime at={delivery.receivedAt} />
    case 'event':
      return <RowEvent row={row} marked={marked} />
    case 'object': {
      const id = delivery.resourceId === null ? '' : shortId(delivery.resourceId)
      // Only a long id needs to be cut: rows that clip nothing scroll faster.
      return (
        <span className={id.length > fittingId ? `${styles.id} truncate` : styles.id} data-term="id">
          {id}
        </span>
      )
    }
    case 'followUp':
      return <FollowUpMark followUp={delivery.followUp} />
    case 'size':
      return <span className={styles.size}>{formatBytes(delivery.size)}</span>
    case 'delay':
      return (
        <span className={styles.size}>
          {delivery.sentToReceivedMs === null ? '' : formatDuration(delivery.sentToReceivedMs)}
        </span>
      )
    case 'notification':
      return (
        <span className={`${styles.id} truncate`} data-term="notification">
          {delivery.notificationId === null ? '' : shortId(delivery.notificationId)}
        </span>
      )
    case 'delivery':
      return <span className={styles.size}>{delivery.id}</span>
    case 'action':
      return (
        <span className="truncate" data-term="action">
          {delivery.action}
        </span>
      )
    case 'method':
      return <span data-term="method">{delivery.method}</span>
    case 'answered':
      return <span className={styles.size}>{delivery.answeredStatus || rowWords.notAnswered}</span>
  }
}

function RowEvent({ row: { delivery, thread }, marked }: { row: ListedRow; marked: boolean }) {
  return (
    <span
      className={(delivery.resourceType ?? delivery.action) === null ? `${styles.name} ${styles.plain}` : styles.name}
    >
      <RowEnvironment id={delivery.environmentId} />
      <span className={styles.type}>
        <RowName delivery={delivery} />
      </span>
      {thread !== null && thread.at === 1 && (
        <span className={styles.count} data-fold title={threadWords.size(thread.size, thread.mayHaveMore)}>
          {threadWords.count(thread.size, thread.mayHaveMore)}
        </span>
      )}
      {delivery.match == null ? <RowStory delivery={delivery} /> : <RowMatch match={delivery.match} />}
      <RowMarks delivery={delivery} hidden={thread?.isOpen === false ? thread.hidden : null} marked={marked} />
    </span>
  )
}

/** Whether a thread is open, in the margin of its first row; and for the ear, where a row is in it. */
function ThreadSign({ delivery, thread }: { delivery: DeliverySummary; thread: ThreadPlace }) {
  const { size, mayHaveMore, at, isOpen } = thread
  const name = [delivery.resourceType?.toLowerCase(), delivery.resourceId && shortId(delivery.resourceId)]
  const words = threadWords.place(at, size, mayHaveMore, name.filter(Boolean).join(' '))
  if (at > 1) {
    return (
      <span className={styles.threadLine} data-last={at === size || undefined}>
        <span className="unseen">{words}</span>
      </span>
    )
  }
  return (
    <span className={styles.threadSign} data-fold title={isOpen ? threadWords.close : threadWords.open}>
      {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
      <span className="unseen">{words}</span>
    </span>
  )
}

/** In a search: the words that were looked for, with the text around them. */
function RowMatch({ match: { in: place, before, text, after } }: { match: SearchMatch }) {
  return (
    <span className={styles.room}>
      <span className={`${styles.story} ${styles.match}`} title={visibleText(before + text + after)}>
        <span className="unseen">{rowWords.foundIn[place]} </span>
        <span className={styles.matchStart}>
          <span className={styles.matchBefore}>{visibleText(before)}</span>
          <mark className={styles.found}>{visibleText(text)}</mark>
        </span>
        <span className={styles.matchAfter}>{visibleText(after)}</span>
      </span>
    </span>
  )
}

/** Facts after the title, cut from their end. The tooltip has the whole line. */
function RowStory({ delivery }: { delivery: DeliverySummary }) {
  const { action, headline, handshakeOutcome, resourceType } = delivery
  if (handshakeOutcome !== undefined) {
    return (
      <span className={styles.room}>
        <span className={styles.story}>{rowWords.handshake[handshakeOutcome]}</span>
      </span>
    )
  }
  if (headline === null) return null
  const pieces = headlinePieces(action === null ? headline : withoutEvent(headline, action, resourceType))
  return (
    <span className={styles.room}>
      <span data-part="row-facts" className={styles.story} title={headlineText(headline)}>
        {pieces.map((piece) => (
          <Fragment key={`${piece.name} ${piece.before} ${piece.after}`}>
            {piece !== pieces[0] && <span className={styles.dot}> · </span>}
            <StoryPiece piece={piece} />
          </Fragment>
        ))}
        {headline.more > 0 && <span className={styles.dot}> {moreChanges(headline.more)}</span>}
      </span>
    </span>
  )
}

/** Without what the title says already: the event, and a state of the same name. */
function withoutEvent(headline: Headline, action: string, type: string | null): Headline {
  const said = eventTitle(action, type)?.event.toLowerCase()
  return {
    ...headline,
    items: headline.items.filter(
      ({ field, kind, after }) => field !== 'event' && !(kind === 'value' && after?.toLowerCase() === said),
    ),
  }
}

function StoryPiece({ piece: { name, before, after } }: { piece: HeadlinePiece }) {
  return (
    <span>
      {name !== null && <span className={styles.field}>{visibleText(name)} </span>}
      {before !== null && (
        <>
          <span className={styles.before}>{visibleText(before)}</span>
          <span className="unseen"> {rowWords.changedTo} </span>
          <span className={styles.arrow} aria-hidden="true">
            →
          </span>
        </>
      )}
      {after === null ? rowWords.changed : <span className={styles.after}>{visibleText(after)}</span>}
    </span>
  )
}

/** The event in words; a handshake by its name; else the reason why there is none. */
function RowName({ delivery }: { delivery: DeliverySummary }) {
  const { handshakeLabel, resourceType, action, answeredStatus, method } = delivery
  if (handshakeLabel !== undefined) return handshakeLabel
  const title = eventTitle(action, resourceType)
  if (title === null) {
    return wasAccepted(delivery) ? <UntypedName delivery={delivery} /> : rowWords.refused(method, answeredStatus)
  }
  return (
    <>
      <span data-term="type" title={resourceType ?? undefined}>
        {visibleText(title.object)}
      </span>{' '}
      <span data-term="action" title={action ?? undefined}>
        {visibleText(title.event)}
      </span>
    </>
  )
}

/** Only the service's own deliveries are notifications or not; of another sender's it is said where the type would be. */
function UntypedName({ delivery: { environmentId, method } }: { delivery: DeliverySummary }) {
  const scheme = useAppState(({ feed }) => {
    const environment = feed.environments.find(({ id }) => id === environmentId)
    return environment?.kind === 'sender' ? environment.signatureScheme : null
  })
  return scheme === null ? rowWords.notANotification : <NoTypeName scheme={scheme} method={method} />
}

/** Today's with milliseconds, which go where there is little room; older ones with their day. */
function RowTime({ at }: { at: string }) {
  if (!isToday(at)) return <OlderTime at={at} />
  const { seconds, digits, period } = clockPieces(at)
  return (
    <span className={styles.time}>
      {seconds}
      <span className={styles.parts}>{digits}</span>
      {period}
    </span>
  )
}

/** In two lines where one has no room for the day and the time of day. */
function OlderTime({ at }: { at: string }) {
  const [day, clock] = momentPieces(at)
  return (
    <span className={styles.time} data-older="">
      <span>{day}</span> {clock !== undefined && <span>{clock}</span>}
    </span>
  )
}

/** Where a follow-up stands, in a sign and a word: never by colour alone. */
function FollowUpMark({ followUp }: { followUp: FollowUp }) {
  const { state, status, reason } = followUp
  // One that waits for its first turn has nothing to say.
  const again = state === 'waiting' && reason !== null
  return (
    <span
      className={styles.followUp}
      data-term="status"
      data-state={state}
      data-again={again || undefined}
      title={reason ?? undefined}
    >
      {again ? <RotateCw aria-hidden="true" /> : <Sign state={state} />}
      <span className="unseen">{rowWords.followUp(state, again)}</span>
      <span className="truncate">{status ?? (state === 'failed' ? rowWords.failed : '')}</span>
    </span>
  )
}

function Sign({ state }: { state: FollowUp['state'] }) {
  switch (state) {
    case 'done':
      return <Check aria-hidden="true" />
    case 'failed':
      return <X aria-hidden="true" />
    case 'waiting':
    case 'running':
      return <Ellipsis aria-hidden="true" />
    case 'skipped':
    case 'none':
      return <Minus aria-hidden="true" />
  }
}
