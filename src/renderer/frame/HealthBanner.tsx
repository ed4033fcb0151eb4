import { useAppState } from '../state/useApp.ts'

/** Tells that deliveries cannot be kept at the moment, which is the one thing that must never go unnoticed. */
export function HealthBanner() {
  const health = useAppState((state) => state.feed.status?.health)
  const receiver = useAppState((state) => state.feed.status?.receiver)
  if (health?.store === 'unavailable') {
    return (
      <div className="banner banner-bad" role="alert">
        {health.problem ?? 'Deliveries cannot be stored now.'} Senders are told to try again (503) until it can.
      </div>
    )
  }
  if (receiver?.state === 'failed') {
    return (
      <div className="banner banner-bad" role="alert">
        {receiver.problem ?? 'The receiver does not listen, so nothing can arrive.'}
      </div>
    )
  }
  return null
}
