import { useMutation, useQuery } from '@tanstack/react-query'
import { Diff } from 'lucide-react'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { useApp, useCalls } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import styles from './Shapes.module.css'
import { shapeWords as words } from './words.ts'

/** How a delivery departs from those of its type before, each change with the button that accepts it. */
export function DriftNote({
  delivery: { environmentId },
  numbers,
}: {
  delivery: Delivery
  numbers: readonly number[]
}) {
  const { navigation } = useApp()
  const calls = useCalls().shapes
  const { data } = useQuery(calls.changes.queryOptions({ input: { environment: environmentId } }))
  const accept = useMutation(calls.accept.mutationOptions())
  const shown = data?.changes.filter(({ number }) => numbers.includes(number)) ?? []
  if (shown.length === 0) return null
  return (
    <section className={styles.drift} aria-label={words.drift}>
      <h3>
        <Diff aria-hidden="true" />
        {words.drift}
        <a href={navigation.href({ screen: 'shapes', deliveryId: null, filter: '' })}>{words.inShapes}</a>
      </h3>
      <ul>
        {shown.map(({ number, sentence }) => (
          <li key={number}>
            {visibleText(sentence)}
            <Button
              look="quiet"
              aria-label={words.acceptOf(visibleText(sentence))}
              busy={accept.isPending}
              onClick={() => accept.mutate({ changes: [number] })}
            >
              {words.accept}
            </Button>
          </li>
        ))}
      </ul>
      {accept.error !== null && <ErrorNote>{accept.error.message}</ErrorNote>}
    </section>
  )
}
