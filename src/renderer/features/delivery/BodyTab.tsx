import type { Delivery } from '../../../shared/wireTypes.ts'
import { LoadedBody } from '../body/LoadedBody.tsx'
import { useBlob } from '../body/useBlob.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { bodyWords as words } from '../body/words.ts'
import styles from '../../ui/Notes.module.css'

/** The body as it came: as a tree, laid out, as text, or byte by byte. */
export function BodyTab({ delivery }: { delivery: Delivery }) {
  const { blob, loaded, problem } = useBlob(delivery.id, delivery.size)
  if (problem !== null) return <ErrorNote>{problem.message}</ErrorNote>
  if (blob === null) {
    return (
      <output data-part="loading" className={styles.loading}>
        <progress aria-label={words.loading} value={loaded} max={Math.max(1, delivery.size)} />
        {words.loaded(loaded, delivery.size)}
      </output>
    )
  }
  if (blob.size === 0) {
    return (
      <EmptyState title={words.emptyTitle}>
        <p>{words.emptyText}</p>
      </EmptyState>
    )
  }
  return <LoadedBody delivery={delivery} blob={blob} />
}
