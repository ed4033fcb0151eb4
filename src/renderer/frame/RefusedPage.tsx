import { EmptyState } from '../ui/EmptyState.tsx'
import { Mark } from '../ui/Mark.tsx'
import { frameWords } from '../words/frame.ts'
import './RefusedPage.css'

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
        <ol className="refused-steps">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </EmptyState>
    </>
  )
}
