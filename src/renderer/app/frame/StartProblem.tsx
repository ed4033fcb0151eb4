import { EmptyState } from '../../ui/EmptyState.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { frameWords } from './words.ts'
import styles from './Steps.module.css'

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

/** What helps, one after the other. */
function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
