import { useAppState } from '../state/useApp.ts'
import { useIsStale } from '../state/useIsStale.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { frameWords } from '../words/frame.ts'
import { shortReceiverKey } from '../../shared/receiverKey.ts'

/** Whether the receiver listens, and the address that a sender posts to: its key masked, for it stands on every screen. */
export function ReceiverChip() {
  const receiver = useAppState((state) => state.feed.status?.receiver)
  const isStale = useIsStale()
  if (receiver === undefined) return null
  if (receiver.state === 'failed' || receiver.url === null) {
    return (
      <span className="chip chip-bad" title={receiver.problem ?? undefined}>
        <span className="chip-sign" data-sign={isStale ? 'off' : 'bad'} aria-hidden="true" />
        {frameWords.receiverFailed}
      </span>
    )
  }
  const shown = shortReceiverKey(receiver.url)
  const place = shown.replace(/^https?:\/\//, '')
  return (
    <span className="chip chip-receiver">
      <span className="chip-sign" data-sign={isStale ? 'off' : 'good'} aria-hidden="true" />
      <span className="chip-name">{isStale ? frameWords.lastKnownTitle : frameWords.listening}</span>
      <code className="chip-url truncate" title={shown}>
        {place}
      </code>
      <CopyButton text={receiver.url} what={frameWords.receiverAddress} />
    </span>
  )
}
