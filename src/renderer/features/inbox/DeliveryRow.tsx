import {
  Check,
  Ellipsis,
  GitCompareArrows,
  Hourglass,
  Minus,
  Pin,
  RefreshCcw,
  Repeat2,
  RotateCw,
  StickyNote,
  X,
} from 'lucide-react'
import { Fragment, memo, type ReactNode } from 'react'
import { type HeadlinePiece, headlinePieces, headlineText, moreChanges } from '../../../shared/headlineText.ts'
import type { DeliverySummary, FollowUp } from '../../../shared/model.ts'
import { clockPieces, formatBytes, formatMoment, isToday, shortId } from '../../text/format.ts'
import { visibleText } from '../../text/visibleText.ts'
import type { ListRowProps } from '../../ui/ListBox.tsx'
import { Seal } from '../../ui/Seal.tsx'
import { lateWords, ordinal, repetitionWords, rowWords } from './words.ts'
import styles from './DeliveryList.module.css'

/** What a row says of a delivery. Flags: `marked` waits for another one to be compared with, `fresh` came just now. */
export const DeliveryRow = memo(function DeliveryRow({ item: delivery, flags, born }: ListRowProps<DeliverySummary>) {
  return (
    <>
      <Seal verdict={delivery.verdict} labelled fresh={born.includes('fresh')} />
      <RowTime at={delivery.receivedAt} />
      <span className={delivery.resourceType === null ? `${styles.name} ${styles.plain}` : styles.name}>
        <span className={styles.type} data-term="type">
          {nameOf(delivery)}
        </span>
        <RowStory delivery={delivery} />
        <RowMarks delivery={delivery} marked={flags.includes('marked')} />
      </span>
      <span className={styles.id} data-term="id">
        {delivery.resourceId === null ? '' : shortId(delivery.resourceId)}
      </span>
      <FollowUpMark followUp={delivery.followUp} />
      <span className={styles.size}>{formatBytes(delivery.size)}</span>
    </>
  )
})

/** What happened, in the space that is left: the change, else the action with what is known. The whole line is its title. */
function RowStory({ delivery: { action, headline, resourceType } }: { delivery: DeliverySummary }) {
  const changed = headline?.items.some(({ kind }) => kind !== 'value') ?? false
  const shownAction = changed || resourceType === null ? null : action
  if (shownAction === null && headline === null) return null
  const pieces = headline === null ? [] : headlinePieces(headline)
  return (
    <span className={styles.story} title={headline === null ? undefined : headlineText(headline)}>
      {shownAction !== null && (
        <span className={styles.action} data-term="action">
          {shownAction}
        </span>
      )}
      {pieces.map((piece) => (
        <Fragment key={`${piece.name} ${piece.before} ${piece.after}`}>
          {(piece !== pieces[0] || shownAction !== null) && <span className={styles.dot}> · </span>}
          <StoryPiece piece={piece} />
        </Fragment>
      ))}
      {headline !== null && headline.more > 0 && <span className={styles.dot}> {moreChanges(headline.more)}</span>}
    </span>
  )
}

function StoryPiece({ piece: { name, before, after } }: { piece: HeadlinePiece }) {
  return (
    <span className={styles.piece}>
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

/** The type, or what a request was that is no notification. */
function nameOf({ resourceType, answeredStatus, method }: DeliverySummary): string {
  if (resourceType !== null) return resourceType
  return answeredStatus === 200 ? rowWords.notANotification : rowWords.refused(method, answeredStatus)
}

/** Today's with milliseconds, which go where there is little room; older ones with their day. */
function RowTime({ at }: { at: string }) {
  if (!isToday(at)) return <span className={styles.time}>{formatMoment(at)}</span>
  const { seconds, digits, period } = clockPieces(at)
  return (
    <span className={styles.time}>
      {seconds}
      <span className={styles.parts}>{digits}</span>
      {period}
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

/** What is special about a delivery, the weightiest first: a sign each, with words for the pointer and the ear. */
function RowMarks({ delivery, marked }: { delivery: DeliverySummary; marked: boolean }) {
  const { nth, retried, pinned, note } = delivery
  const repetition = repetitionWords(delivery)
  const late = lateWords(delivery)
  if (!marked && repetition === null && late === null && !pinned && note === null) return null
  return (
    <span className={styles.marks}>
      {marked && <Mark kind="marked" words={rowWords.markedToCompare} icon={<GitCompareArrows />} />}
      {repetition !== null && (
        <Mark kind="repeated" words={repetition} icon={retried ? <RefreshCcw /> : <Repeat2 />}>
          {nth !== null && nth > 1 && ordinal(nth)}
        </Mark>
      )}
      {late !== null && <Mark kind="late" words={late} icon={<Hourglass />} />}
      {pinned && <Mark kind="pinned" words={rowWords.pinned} icon={<Pin />} />}
      {note !== null && <Mark kind="noted" words={rowWords.noted(note)} icon={<StickyNote />} />}
    </span>
  )
}

function Mark({ kind, words, icon, children }: { kind: string; words: string; icon: ReactNode; children?: ReactNode }) {
  return (
    <span className={styles.mark} data-kind={kind} title={words} aria-label={words} role="img">
      {icon}
      {children}
    </span>
  )
}
