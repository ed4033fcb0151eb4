import { useAppState } from '../state/useApp.ts'
import { CopyButton } from '../ui/CopyButton.tsx'

/** Whether the receiver listens, and the address that a sender posts to. */
export function ReceiverChip() {
  const receiver = useAppState((state) => state.feed.status?.receiver)
  if (receiver === undefined) return null
  if (receiver.state === 'failed' || receiver.url === null) {
    return (
      <span className="chip chip-bad" title={receiver.problem ?? undefined}>
        <span className="chip-sign" data-sign="bad" aria-hidden="true" />
        Receiver failed
      </span>
    )
  }
  return (
    <span className="chip chip-receiver">
      <span className="chip-sign" data-sign="good" aria-hidden="true" />
      <span className="chip-name">Listening</span>
      <code className="truncate chip-url" title={receiver.url}>
        {receiver.url.replace(/^https?:\/\//, '')}
      </code>
      <CopyButton text={receiver.url} what="the receiver's address" />
    </span>
  )
}
