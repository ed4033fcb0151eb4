import type { FollowUp } from '../../../shared/model.ts'
import { useNow } from '../../ui/useNow.ts'
import { nextTryWords } from './followUpWords.ts'

/** When a follow-up that failed is tried again, counted down. Nothing where it is not. */
export function NextTry({ followUp }: { followUp: FollowUp }) {
  if (followUp.state !== 'waiting' || followUp.dueAt == null) return null
  return <Countdown followUp={followUp} />
}

function Countdown({ followUp }: { followUp: FollowUp }) {
  const now = useNow(1000)
  return (
    <span className="numbers" role="timer">
      {nextTryWords(followUp, now)}
    </span>
  )
}
