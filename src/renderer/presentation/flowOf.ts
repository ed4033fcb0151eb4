import { type DeliverySummary, isVerified } from '../../shared/model.ts'
import { verdictNames } from '../ui/verdictNames.ts'
import { flowWords, placeWords } from '../words/presentation.ts'

export type StationId = 'sender' | 'seal' | 'followUp' | 'object'

/** One place of the line from the sender to the object. */
export interface Station {
  id: StationId
  /** `open`: nothing happened there yet; `busy`: it happens now; `reached`; `closed`: the way ends before it, or there. */
  state: 'open' | 'busy' | 'reached' | 'closed'
  text: string
  /** The furthest place that was come to: the one to look at. */
  current: boolean
}

export type FlowDelivery = Pick<DeliverySummary, 'verdict' | 'action' | 'resourceType' | 'duplicate' | 'followUp'>

/**
 * How far a delivery came on the line. Pure.
 * @param sending something is being sent and has not arrived
 */
export function flowOf(delivery: FlowDelivery | null, sending: boolean): Station[] {
  if (delivery === null) {
    const [sender, ...rest] = (['sender', 'seal', 'followUp', 'object'] as const).map((id): Station => ({
      id,
      state: 'open',
      text: sending ? flowWords.waits : placeWords[id],
      current: false,
    })) as [Station, ...Station[]]
    return [sending ? { ...sender, state: 'busy', text: flowWords.sends, current: true } : sender, ...rest]
  }
  const { verdict, action, resourceType } = delivery
  const way: Omit<Station, 'current'>[] = [
    { id: 'sender', state: 'reached', text: flowWords.sent(action, resourceType) },
    { id: 'seal', state: isVerified(verdict) ? 'reached' : 'closed', text: verdictNames[verdict] },
    ...afterSeal(delivery),
  ]
  const reached = way.findLastIndex(({ state }) => state === 'reached' || state === 'busy')
  // A seal that does not hold is what to look at.
  const current = isVerified(verdict) ? reached : 1
  return way.map((station, index) => ({ ...station, current: index === current }))
}

function afterSeal({ verdict, duplicate, followUp }: FlowDelivery): Omit<Station, 'current'>[] {
  switch (followUp.state) {
    case 'waiting':
    case 'running':
      return [
        { id: 'followUp', state: 'busy', text: flowWords.asks },
        { id: 'object', state: 'open', text: flowWords.waits },
      ]
    case 'done':
      return [
        { id: 'followUp', state: 'reached', text: flowWords.answered(followUp.status) },
        { id: 'object', state: 'reached', text: flowWords.asItIs },
      ]
    case 'failed':
      return [
        { id: 'followUp', state: 'closed', text: flowWords.failed },
        { id: 'object', state: 'closed', text: flowWords.notTouched },
      ]
    case 'none':
    case 'skipped': {
      const known = isVerified(verdict) && duplicate
      return [
        { id: 'followUp', state: 'closed', text: known ? flowWords.onceOnly : flowWords.notAsked },
        { id: 'object', state: 'closed', text: known ? flowWords.known : flowWords.notTouched },
      ]
    }
  }
}
