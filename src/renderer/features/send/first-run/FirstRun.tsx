import { compareDeliveryIds, type DeliverySummary } from '../../../../shared/model.ts'
import { useAppState } from '../../../data/state/useApp.ts'
import { lazily } from '../../../ui/notes/Notes.tsx'
import { InboxScreen } from '../../inbox/list/InboxScreen.tsx'
import { useFirstRun } from '../presentation/firstRun.ts'
import { presentationWords } from '../presentation/words.ts'

/** Most pages never show it, so it is loaded when it is needed. */
const FirstRunPicture = lazily(
  presentationWords.firstRun,
  async () => (await import('./FirstRunPicture.tsx')).FirstRunPicture,
  () => null,
)

/** The inbox. While the first demo runs, and a moment longer, the picture of its delivery instead. */
export function InboxWithFirstRun() {
  const after = useFirstRun()
  const delivery = useAppState(({ feed }) => (after === null ? null : firstSince(feed.window, after)))
  return delivery === null ? <InboxScreen /> : <FirstRunPicture delivery={delivery} />
}

/** The delivery of the demo, which runs in the sandbox. */
function firstSince(window: readonly DeliverySummary[], after: string): DeliverySummary | null {
  const isNew = ({ id, environmentId }: DeliverySummary) =>
    environmentId === 'sandbox' && compareDeliveryIds(id, after) > 0
  return window.findLast(isNew) ?? null
}
