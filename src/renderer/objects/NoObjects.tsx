import { allObjects } from '../state/route.ts'
import { useApp } from '../state/useApp.ts'
import { RunDemo } from '../go-live/RunDemo.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Why the list is empty, and what would bring something. */
export function NoObjects({ isNarrowed }: { isNarrowed: boolean }) {
  const { navigation } = useApp()
  if (isNarrowed) {
    return (
      <EmptyState
        title="No object matches"
        actions={<Button onClick={() => navigation.go({ objects: allObjects }, true)}>Show all objects</Button>}
      >
        <p>Words are looked for at the beginning of ids and anywhere in types.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No objects yet" actions={<RunDemo />}>
      <p>
        Each notification names an object. Once one has come, its object stands here, with every notification of it,
        each state in which it was fetched, and what changed in between.
      </p>
    </EmptyState>
  )
}
