import { allObjects } from '../../data/state/route.ts'
import { useApp } from '../../data/state/useApp.ts'
import { RunDemo } from '../setup/go-live/RunDemo.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { objectWords } from './words.ts'

/** Why the list is empty, and what would bring something. */
export function NoObjects({ isNarrowed }: { isNarrowed: boolean }) {
  const { navigation } = useApp()
  if (isNarrowed) {
    return (
      <EmptyState
        title={objectWords.noMatch}
        actions={<Button onClick={() => navigation.go({ objects: allObjects }, true)}>{objectWords.showAll}</Button>}
      >
        <p>{objectWords.noMatchWhy}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={objectWords.none} actions={<RunDemo />}>
      <p>{objectWords.noneWhy}</p>
    </EmptyState>
  )
}
