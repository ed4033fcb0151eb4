import { useState } from 'react'
import type { DeliverySummary } from '../../shared/model.ts'
import type { DemoScript } from '../../shared/wireTypes.ts'
import { compareIds } from '../state/order.ts'
import { useAppState } from '../state/useApp.ts'

interface LiveDelivery {
  delivery: DeliverySummary | null
  /** It was seen to arrive. */
  fresh: boolean
}

/** The delivery that a step is about: the last of its own, or, while it happens, whatever arrives in the sandbox. */
export function useLiveDelivery(step: DemoScript['steps'][number]): LiveDelivery {
  const newest = useAppState((state) => state.feed.window[0] ?? null)
  const own = step.deliveryIds.at(-1)
  const kept = useAppState((state) => state.feed.window.find(({ id }) => id === own) ?? null)
  const running = step.state === 'running'
  /** The newest delivery when a step began. */
  const [begun, setBegun] = useState<{ step: string; after: string } | null>(null)
  if (running && begun?.step !== step.id) setBegun({ step: step.id, after: newest?.id ?? '0' })
  // Shown once more later, it did not just arrive.
  if (!running && begun !== null && begun.step !== step.id) setBegun(null)
  const after = begun?.step === step.id ? begun.after : null
  const isNew = (delivery: DeliverySummary) => after !== null && compareIds(delivery.id, after) > 0
  if (kept !== null) return { delivery: kept, fresh: isNew(kept) }
  const arrived = running && newest !== null && newest.environmentId === 'sandbox' && isNew(newest)
  return arrived ? { delivery: newest, fresh: true } : { delivery: null, fresh: false }
}
