import { type ReactNode, type ComponentType, useEffect, useState } from 'react'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Progress as Base } from '@base-ui/react/progress'
import { uiWords } from '../words.ts'
import { Spinner, Button } from '../basics/Button.tsx'
import { Seal } from '../basics/Seal.tsx'
import type { ServiceAnswer } from '../../../shared/wireTypes.ts'
import { formatDuration } from '../../text/format.ts'
import styles from './Notes.module.css'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  /** A drawing of one line, such as a large seal. */
  glyph?: ReactNode
  actions?: ReactNode
}

/** Nothing to see here: says why, and what would bring something. */
export function EmptyState({ title, children, glyph, actions }: EmptyStateProps) {
  return (
    <div data-part="empty" className={styles.empty}>
      {glyph}
      <h2>{title}</h2>
      <div className={styles.emptyText}>{children}</div>
      {actions !== undefined && <div className={styles.emptyActions}>{actions}</div>}
    </div>
  )
}

/** A wait, shown in words after a moment; short waits stay quiet. */
export function Loading({ what }: { what: string }) {
  return (
    <output data-part="loading" className={styles.loading}>
      <Spinner />
      {uiWords.loading(what)}
    </output>
  )
}

interface NoteProps {
  /** The failure and its reason, as a sentence. */
  children: ReactNode
  /** The next step of the user: a button or a sentence. */
  next?: ReactNode
  look?: 'bad' | 'warn' | 'good'
}

/** A problem, shown where it happened. Announced once to screen readers. */
export function ErrorNote({ children, next, look = 'bad' }: NoteProps) {
  return (
    <div data-part="note" className={`${styles.note} ${styles[look]}`} role={look === 'bad' ? 'alert' : 'status'}>
      {look === 'good' ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      <div className={styles.text}>{children}</div>
      {next !== undefined && <div className={styles.next}>{next}</div>}
    </div>
  )
}

/** Something that was asked for is done, shown where it was asked. Announced politely. `fresh={false}`: it was so before. */
export function DoneNote({ children, fresh = true }: { children: ReactNode; fresh?: boolean }) {
  return (
    <div data-part="note" className={`${styles.note} ${styles.good}`} aria-live="polite">
      <Seal verdict="valid" fresh={fresh} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}

/** The service's answer, word for word. */
export function ServiceAnswerView({ answer: { status, body, durationMs } }: { answer: ServiceAnswer }) {
  const text = body?.trim() ?? ''
  return (
    <div className={styles.serviceAnswer}>
      <p>
        {status === null ? uiWords.noAnswer : uiWords.answered(status)}
        {durationMs > 0 && <span className="muted numbers">{uiWords.after(formatDuration(durationMs))}</span>}
        {text === '' && status !== null && <span className="muted">{uiWords.emptyBody}</span>}.
      </p>
      {text !== '' && <pre className={styles.body}>{text}</pre>}
    </div>
  )
}

interface ProgressProps {
  /** Names it for screen readers. */
  label: string
  /** Null while the fraction is unknown. */
  value: number | null
  max: number
  /** As wide as what it is in. */
  isWide?: boolean
}

/** How much of something is done. */
export function Progress({ label, value, max, isWide = false }: ProgressProps) {
  const look = isWide ? `${styles.progress} ${styles.wide}` : styles.progress
  return (
    <Base.Root aria-label={label} value={value} max={Math.max(1, max)} className={look}>
      <Base.Track className={styles.track}>
        <Base.Indicator className={styles.done} />
      </Base.Track>
    </Base.Root>
  )
}

/** A component whose code arrives when it is first shown, or before, once `preload` was called. */
export type LazyComponent<Props extends object> = ComponentType<Props> & { preload(): Promise<void> }

/**
 * Makes a component out of one that is loaded on demand. Once its code is there it renders at once, without a frame of
 * waiting (React's own `lazy` suspends first, and removes what was on the screen). Where the code does not arrive, the
 * component reports it and offers another try.
 * @param what names it in sentences: "inbox", "body"
 * @param Waiting shown until the code is there; a line that names what is loaded unless given
 */
export function lazily<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = () => <Loading what={what} />,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const preload = async () => {
    loading ??= load().then(
      (component) => {
        loaded = component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  function Lazy(props: Props) {
    const [state, setState] = useState<'waiting' | 'failed' | 'there'>(loaded === undefined ? 'waiting' : 'there')
    useEffect(() => {
      if (state !== 'waiting') return
      let left = false
      preload().then(
        () => !left && setState('there'),
        () => !left && setState('failed'),
      )
      return () => {
        left = true
      }
    }, [state])
    const Loaded = loaded
    if (Loaded !== undefined) return <Loaded {...props} />
    if (state === 'failed') return <NotLoaded what={what} again={() => setState('waiting')} />
    return <Waiting />
  }
  return Object.assign(Lazy, { preload, displayName: `lazily(${what})` })
}

function NotLoaded({ what, again }: { what: string; again: () => void }) {
  const next = (
    <>
      <Button onClick={again}>{uiWords.tryAgain}</Button>
      <Button onClick={() => window.location.reload()}>{uiWords.reloadPage}</Button>
    </>
  )
  return <ErrorNote next={next}>{uiWords.notLoaded(what)}</ErrorNote>
}
