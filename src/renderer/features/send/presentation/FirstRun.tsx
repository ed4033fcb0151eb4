import { type ComponentType, useSyncExternalStore } from 'react'
import { compareDeliveryIds, type DeliverySummary } from '../../../../shared/model.ts'
import { useAppState } from '../../../data/state/useApp.ts'
import { lazily } from '../../../ui/notes/Notes.tsx'
import { presentingWords } from './words.ts'

/** Most pages never show it, so it is loaded when it is needed. */
const FirstRunPicture = lazily(
  presentingWords.firstRun,
  async () => (await import('./FlowLine.tsx')).FirstRunPicture,
  () => null,
)

/** The inbox. While the first demo runs, and a moment longer, the picture of its delivery instead. */
export function withFirstRun(Inbox: ComponentType): ComponentType {
  return function InboxWithFirstRun() {
    const after = useFirstRun()
    const delivery = useAppState(({ feed }) => (after === null ? null : firstSince(feed.window, after)))
    return delivery === null ? <Inbox /> : <FirstRunPicture delivery={delivery} />
  }
}

/** The delivery of the demo, which runs in the sandbox. */
function firstSince(window: readonly DeliverySummary[], after: string): DeliverySummary | null {
  const isNew = ({ id, environmentId }: DeliverySummary) =>
    environmentId === 'sandbox' && compareDeliveryIds(id, after) > 0
  return window.findLast(isNew) ?? null
}

/** The newest delivery when the demo of the first run began; null while its picture is not shown. */
let begun: string | null = null
const listeners = new Set<() => void>()

/** How long the finished picture stays, ms: enough to read its four words. */
const finishedMs = 1500

/** Begins the picture of the first run. @param after the newest delivery now, "0" without any */
export function beginFirstRun(after: string): void {
  begun = after
  notify()
}

/** Ends the picture soon: the demo is over, however. */
export function endFirstRun(): void {
  const ended = begun
  setTimeout(() => {
    if (begun !== ended) return
    begun = null
    notify()
  }, finishedMs)
}

/** The newest delivery when the demo began, or null. */
function useFirstRun(): string | null {
  return useSyncExternalStore(subscribe, () => begun)
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
