import { Check, Ellipsis, Minus, RotateCw, X } from 'lucide-react'
import type { FollowUp } from '../../../shared/model.ts'
import styles from './DeliveryList.module.css'
import { rowWords } from './words.ts'

/** Where a follow-up stands, in a sign and a word: never by colour alone. */
export function FollowUpMark({ followUp }: { followUp: FollowUp }) {
  const { state, status, reason } = followUp
  // One that waits for its first turn has nothing to say.
  const again = state === 'waiting' && reason !== null
  return (
    <span
      className={styles.followUp}
      data-term="status"
      data-state={state}
      data-again={again || undefined}
      title={reason ?? undefined}
    >
      {again ? <RotateCw aria-hidden="true" /> : <Sign state={state} />}
      <span className="unseen">{rowWords.followUp(state, again)}</span>
      <span className="truncate">{status ?? (state === 'failed' ? rowWords.failed : '')}</span>
    </span>
  )
}

function Sign({ state }: { state: FollowUp['state'] }) {
  switch (state) {
    case 'done':
      return <Check aria-hidden="true" />
    case 'failed':
      return <X aria-hidden="true" />
    case 'waiting':
    case 'running':
      return <Ellipsis aria-hidden="true" />
    case 'skipped':
    case 'none':
      return <Minus aria-hidden="true" />
  }
}
