import { GitCompareArrows, Hourglass, Pin, RefreshCcw, Repeat2, StickyNote, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeliverySummary } from '../../../../shared/model.ts'
import { ForwardMark } from './ForwardMark.tsx'
import type { ThreadPlace } from './threads.ts'
import { lateWords, ordinal, repetitionWords, rowWords, threadWords } from './words.ts'
import styles from './DeliveryList.module.css'

const nothingHidden: ThreadPlace['hidden'] = { failedFollowUps: 0, repeated: 0, pinned: 0, noted: 0 }

/** Marks of a delivery, the weightiest first: a sign each, with words for tooltips and screen readers. */
export function RowMarks({
  delivery,
  hidden,
  marked,
}: {
  delivery: DeliverySummary
  /** Counts of the deliveries in a closed thread. */
  hidden: ThreadPlace['hidden'] | null
  marked: boolean
}) {
  const marks = marksOf(delivery, hidden ?? nothingHidden, marked)
  const { forward } = delivery
  if (marks.length === 0 && forward === undefined) return null
  return (
    <span className={styles.marks} title={marks.map(({ words }) => words).join('\n')}>
      {forward !== undefined && <ForwardMark forward={forward} />}
      {marks.map((mark) => (
        <Mark key={mark.words} {...mark} />
      ))}
    </span>
  )
}

/** The weightiest first: the last ones go where a row has no room. */
function marksOf(delivery: DeliverySummary, behind: ThreadPlace['hidden'], marked: boolean): MarkProps[] {
  const { nth, retried, pinned, note } = delivery
  const repetition = repetitionWords(delivery)
  const late = lateWords(delivery)
  const marks: (MarkProps | false)[] = [
    marked && { kind: 'marked', words: rowWords.markedToCompare, icon: <GitCompareArrows /> },
    behind.failedFollowUps > 0 && {
      kind: 'failed',
      words: threadWords.failedBehind(behind.failedFollowUps),
      icon: <X />,
      text: String(behind.failedFollowUps),
    },
    repetition === null &&
      behind.repeated > 0 && {
        kind: 'repeated',
        words: threadWords.repeatedBehind(behind.repeated),
        icon: <Repeat2 />,
      },
    repetition !== null && {
      kind: 'repeated',
      words: repetition,
      icon: retried ? <RefreshCcw /> : <Repeat2 />,
      text: nth !== null && nth > 1 ? ordinal(nth) : '',
    },
    late !== null && { kind: 'late', words: late, icon: <Hourglass /> },
    pinned && { kind: 'pinned', words: rowWords.pinned, icon: <Pin /> },
    !pinned && behind.pinned > 0 && { kind: 'pinned', words: threadWords.pinnedBehind(behind.pinned), icon: <Pin /> },
    note === null &&
      behind.noted > 0 && { kind: 'noted', words: threadWords.notedBehind(behind.noted), icon: <StickyNote /> },
    note !== null && { kind: 'noted', words: rowWords.noted(note), icon: <StickyNote /> },
  ]
  return marks.filter((mark) => mark !== false)
}

interface MarkProps {
  kind: string
  words: string
  icon: ReactNode
  text?: string
}

function Mark({ kind, words, icon, text }: MarkProps) {
  return (
    <span className={styles.mark} data-kind={kind} title={words} aria-label={words} role="img">
      {icon}
      {text}
    </span>
  )
}
