import {
  Diff,
  GitCompareArrows,
  Hourglass,
  Pin,
  RefreshCcw,
  Repeat2,
  StickyNote,
  X,
  Forward,
  RotateCw,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeliverySummary, ForwardSummary } from '../../../../shared/model.ts'
import type { ThreadPlace } from './threads.ts'
import { ordinal } from '../../../../shared/words/counts.ts'
import { forwardMarkWords, lateWords, repetitionWords, rowWords, threadWords } from './words.ts'
import styles from './DeliveryList.module.css'
import { useAppState } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { tintOf, SenderIcon } from '../../../ui/basics/EnvironmentMark.tsx'

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
  const { nth, retried, pinned, note, drift = [] } = delivery
  const repetition = repetitionWords(delivery)
  const late = lateWords(delivery)
  const marks: (MarkProps | false)[] = [
    marked && { kind: 'marked', words: rowWords.markedToCompare, icon: <GitCompareArrows /> },
    delivery.contract === 'violated' && { kind: 'failed', words: rowWords.violated, icon: <TriangleAlert /> },
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
    drift.length > 0 && { kind: 'drift', words: rowWords.drift, icon: <Diff /> },
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

const signs = { done: Forward, waiting: RotateCw, failed: X } as const

/** The app's answer to a forwarded delivery: a sign and its status. */
export function ForwardMark({ forward: { state, status } }: { forward: ForwardSummary }) {
  const Sign = signs[state]
  const said = forwardMarkWords[state](status)
  return (
    <span className={styles.forward} data-state={state} title={said} aria-label={said} role="img">
      <Forward aria-hidden="true" />
      {Sign !== Forward && <Sign aria-hidden="true" />}
      {status}
    </span>
  )
}

/** Whose a delivery is, in a row of the list of all environments; nothing in the list of one. */
export function RowEnvironment({ id }: { id: string }) {
  const everywhere = useAppState(({ inbox }) => inbox.environmentId === null)
  const environment = useAppState(({ feed }) =>
    everywhere ? feed.environments.find((one) => one.id === id) : undefined,
  )
  if (!everywhere) return null
  const name = environment === undefined ? rowWords.deletedEnvironment : visibleText(environment.name)
  return (
    <span
      className={styles.environment}
      style={environment && tintOf(environment)}
      data-production={environment?.production || undefined}
      data-icon={environment?.kind === 'sender' || undefined}
      title={environment?.production === true ? rowWords.inProduction(name) : name}
    >
      {environment?.kind === 'sender' && <SenderIcon id={environment.signatureScheme} name={name} />}
      <span className="truncate">{name}</span>
      {environment?.production === true && <span className="unseen">{rowWords.production}</span>}
    </span>
  )
}
