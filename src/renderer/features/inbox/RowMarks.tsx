import { GitCompareArrows, Hourglass, Pin, RefreshCcw, Repeat2, StickyNote } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeliverySummary } from '../../../shared/model.ts'
import styles from './DeliveryList.module.css'
import { lateWords, ordinal, repetitionWords, rowWords } from './words.ts'

/** What is special about a delivery, the weightiest first: a sign each, with words for the pointer and the ear. */
export function RowMarks({ delivery, marked }: { delivery: DeliverySummary; marked: boolean }) {
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
