import { TriangleAlert } from 'lucide-react'
import { useAppState } from '../state/useApp.ts'
import { frameWords } from '../words/frame.ts'

/** Tells that deliveries cannot be kept at the moment, which is the one thing that must never go unnoticed. */
export function HealthBanner() {
  const health = useAppState((state) => state.feed.status?.health)
  const receiver = useAppState((state) => state.feed.status?.receiver)
  if (health?.store === 'unavailable') return <Banner text={health.problem ?? frameWords.cannotStore} />
  if (receiver?.state === 'failed') return <Banner text={receiver.problem ?? frameWords.receiverDoesNotListen} />
  return null
}

function Banner({ text }: { text: string }) {
  return (
    <div className="banner banner-bad" role="alert">
      <TriangleAlert aria-hidden="true" />
      <span>{text}</span>
    </div>
  )
}
