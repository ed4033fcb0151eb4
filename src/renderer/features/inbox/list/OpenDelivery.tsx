import { useAppState } from '../../../data/state/useApp.ts'
import { DeliveryPane } from '../delivery/DeliveryPane.tsx'
import { AnnotationBar } from './AnnotationBar.tsx'

/** The delivery that is open next to the list, with its pin, note and mark above it. */
export function OpenDelivery({ id }: { id: string | null }) {
  const comparing = useAppState(({ route }) => route.compare !== null)
  return (
    <>
      {!comparing && <AnnotationBar id={id} />}
      <DeliveryPane id={id} />
    </>
  )
}
