import { EmptyState } from '../../ui/notes/Notes.tsx'
import { Mark } from '../../ui/basics/Seal.tsx'
import { frameWords } from './words.ts'
import styles from '../App.module.css'
import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/basics/Button.tsx'

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
    <ol className={styles.steps}>
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
