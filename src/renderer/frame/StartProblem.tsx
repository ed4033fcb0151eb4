import { EmptyState } from '../ui/EmptyState.tsx'
import { Mark } from '../ui/Mark.tsx'
import { frameWords } from '../words/frame.ts'

/** The page has no way to the inspector at all. */
export function StartProblem({ message }: { message: string }) {
  return (
    <main className="start-problem">
      <EmptyState title={frameWords.cannotOpen} glyph={<Mark size={48} />}>
        <p>{message}</p>
      </EmptyState>
    </main>
  )
}
