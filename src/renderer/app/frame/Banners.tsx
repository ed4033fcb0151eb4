import { PlugZap, TriangleAlert } from 'lucide-react'
import { useAppState, useCalls } from '../../data/state/useApp.ts'
import { useNow } from '../../ui/basics/Time.tsx'
import { formatDuration } from '../../text/format.ts'
import { filled } from '../../text/visibleText.tsx'
import { frameWords } from './words.ts'
import { Spinner, Button } from '../../ui/basics/Button.tsx'
import { useToasts } from '../../ui/notes/Toasts.tsx'
import styles from '../../ui/notes/Notes.module.css'
import { useEffect, useRef, Component, type ReactNode } from 'react'
import type { Verification } from '../../../shared/wireTypes.ts'
import { useMutation } from '@tanstack/react-query'
import { sameVerification, verificationWords } from '../../text/verdictWords.ts'
import { Progress, EmptyState, lazily } from '../../ui/notes/Notes.tsx'
import { Mark } from '../../ui/basics/Seal.tsx'
import frameStyles from './Frame.module.css'

/** Says that the page has lost Hookscope, and what happens next. */
export function ConnectionBanner() {
  const wire = useAppState((state) => state.wire)
  const started = useAppState((state) => state.feed.status !== null)
  switch (wire.kind) {
    case 'open':
    case 'connecting':
      return null
    case 'lost':
      return (
        <output className={styles.banner}>
          <Spinner />
          <span>{filled(frameWords.connectionLost, { since: <Since at={wire.since} /> })}</span>
        </output>
      )
    case 'refused':
      // With nothing to show the page says it in large.
      if (!started) return null
      return (
        <div className={`${styles.banner} ${styles.bannerBad}`} role="alert">
          <PlugZap aria-hidden="true" />
          <span>{[`${frameWords.cannotReach}.`, wire.problem, ...wire.steps].join(' ')}</span>
        </div>
      )
  }
}

/** The passing time is for the eye: a screen reader hears of the loss once. */
function Since({ at }: { at: number }) {
  const now = useNow(1000)
  const seconds = Math.floor(Math.max(0, now - at) / 1000)
  return (
    <span aria-hidden="true">
      {seconds === 0 ? frameWords.justNow : frameWords.ago(formatDuration(seconds * 1000))}
    </span>
  )
}

/** Says that deliveries cannot be kept at the moment, which is the one thing that must never go unnoticed. */
export function HealthBanner() {
  const health = useAppState((state) => state.feed.status?.health)
  const receiver = useAppState((state) => state.feed.status?.receiver)
  if (health?.store === 'unavailable') return <Banner text={health.problem ?? frameWords.cannotStore} />
  if (receiver?.state === 'failed') return <Banner text={receiver.problem ?? frameWords.receiverDoesNotListen} />
  return null
}

function Banner({ text }: { text: string }) {
  return (
    <div className={`${styles.banner} ${styles.bannerBad}`} role="alert">
      <TriangleAlert aria-hidden="true" />
      <span>{text}</span>
    </div>
  )
}

/** At the foot of the frame, while all deliveries are checked again; a notice then reports a result that changes something. */
export function VerificationLine() {
  const verification = useAppState((state) => state.feed.status?.verification)
  return verification === undefined ? null : <Line verification={verification} />
}

function Line({ verification }: { verification: Verification }) {
  useResultNotice(verification)
  const cancel = useMutation(useCalls().signatures.cancel.mutationOptions())
  if (verification.state !== 'running') return null
  const { checked, total } = verification
  return (
    <div data-part="verification-line" className={`${styles.verificationLine} ${styles.verificationRunning}`}>
      <Progress label={frameWords.checkingAll} value={checked} max={total} />
      <span className="numbers">{verificationWords(verification)}</span>
      <Button look="quiet" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        {frameWords.cancel}
      </Button>
    </div>
  )
}

/** Reports a result once. One from before the page was opened is not reported. */
function useResultNotice(verification: Verification): void {
  const toasts = useToasts()
  const known = useRef(verification)
  useEffect(() => {
    if (sameVerification(known.current, verification)) return
    known.current = verification
    const { state, changed } = verification
    if (state === 'failed') toasts.problem(verificationWords(verification))
    else if (state === 'canceled' || (state === 'done' && changed > 0)) toasts.done(verificationWords(verification))
  }, [verification, toasts])
}

const NewAddressBanner = lazily(
  frameWords.addressBanner,
  async () => (await import('../../features/environment/public-url/NewAddressBanner.tsx')).NewAddressBanner,
  () => null,
)

/** The banner for a changed public URL. Its code is loaded once a tunnel is online. */
export function AddressBanner() {
  const isOnline = useAppState(({ feed }) => feed.status?.tunnel.state === 'online')
  return isOnline ? <NewAddressBanner /> : null
}

interface StartProblemProps {
  title?: string
  message: string
  steps?: readonly string[]
}

/** The page has no way to the inspector, or not yet. */
export function StartProblem({ title = frameWords.cannotOpen, message, steps }: StartProblemProps) {
  return (
    <main>
      <EmptyState title={title} glyph={<Mark size={48} />}>
        <p role="alert">{message}</p>
        {steps !== undefined && <Steps steps={steps} />}
      </EmptyState>
    </main>
  )
}

interface RefusedPageProps {
  problem: string
  steps: readonly string[]
}

/** Hookscope takes this page no more and nothing of it is known: why that most likely is, and what to do. */
export function RefusedPage({ problem, steps }: RefusedPageProps) {
  return (
    <>
      <h1 className="unseen">{frameWords.app}</h1>
      <EmptyState title={frameWords.cannotReach} glyph={<Mark size={48} />}>
        <p role="alert">{problem}</p>
        <Steps steps={steps} />
      </EmptyState>
    </>
  )
}

/** Steps that solve the problem, in order. */
function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={frameStyles.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

/** Keeps a mistake of the page from leaving it empty without a word. (React asks for a class here.) */
export class CrashGuard extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <main>
        <EmptyState
          title={frameWords.crashed}
          glyph={<Mark size={48} />}
          actions={
            <Button look="primary" onClick={() => window.location.reload()}>
              {frameWords.loadAgain}
            </Button>
          }
        >
          <p role="alert">{frameWords.crashedMore}</p>
        </EmptyState>
      </main>
    )
  }
}
