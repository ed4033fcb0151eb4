import { useAppState } from '../state/useApp.ts'
import { frameWords } from '../words/frame.ts'

/** Tells that deliveries cannot be kept at the moment, which is the one thing that must never go unnoticed. */
export function HealthBanner() {
  const health = useAppState((state) => state.feed.status?.health)
  const receiver = useAppState((state) => state.feed.status?.receiver)
  if (health?.store === 'unavailable') {
    return (
      <div className="banner banner-bad" role="alert">
        {frameWords.cannotStore(health.problem)}
      </div>
    )
  }
  if (receiver?.state === 'failed') {
    return (
      <div className="banner banner-bad" role="alert">
        {receiver.problem ?? frameWords.receiverDoesNotListen}
      </div>
    )
  }
  return null
}
