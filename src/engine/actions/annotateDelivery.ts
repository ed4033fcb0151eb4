import type { DeliverySummary } from '../../shared/model.ts'
import type { HookscopeEvent } from '../../shared/wireTypes.ts'
import type { Annotation } from '../store/write/annotationRow.ts'
import type { Store } from '../store/store.ts'
import { noDelivery } from '../failures/expectedFailure.ts'

export interface AnnotateTools {
  store: Store
  events: { publish(events: readonly HookscopeEvent[]): void }
}

/** An undefined field stays as it is. */
export interface AnnotationInput {
  pinned?: boolean | undefined
  note?: string | null | undefined
}

/** Pins a delivery or writes a note on it, and publishes that to every page. Throws ExpectedFailure when there is no such delivery. */
export async function annotateDelivery(
  { store, events }: AnnotateTools,
  deliveryId: string,
  { pinned, note }: AnnotationInput,
): Promise<Annotation> {
  await existing(store, deliveryId)
  // A note of nothing but blanks is none.
  const written = note === undefined || note === null || note.trim() !== '' ? note : null
  await store.annotate({ deliveryId, pinned, note: written })
  const delivery = await existing(store, deliveryId)
  events.publish([{ type: 'annotation', delivery }])
  return { pinned: delivery.pinned, note: delivery.note }
}

async function existing(store: Store, deliveryId: string): Promise<DeliverySummary> {
  const summary = await store.summary(deliveryId)
  if (summary === null) throw noDelivery(deliveryId)
  return summary
}
