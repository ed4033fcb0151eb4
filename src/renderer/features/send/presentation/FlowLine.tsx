import { Box, CornerDownRight, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DeliverySummary, isVerified, type Verdict } from '../../../../shared/model.ts'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { verdictNames } from '../../../text/verdictWords.ts'
import { flowWords, placeWords } from './stageWords.ts'
import { presentingWords } from './words.ts'
import styles from './FlowLine.module.css'

interface FlowLineProps {
  stations: readonly Station[]
  /** Verdict of the delivery on the line; null while there is none. */
  verdict: Verdict | null
  /** The verdict has come true this moment: the seal closes. */
  fresh?: boolean
  /** In one line of a bar, instead of large. */
  small?: boolean
}

/** One delivery on its way: sender, seal, follow-up, object. Drawn as one line, lit as far as it came. */
export function FlowLine({ stations, verdict, fresh = false, small = false }: FlowLineProps) {
  return (
    <ol
      data-part="flow"
      className={small ? `${styles.flow} ${styles.flowSmall}` : styles.flow}
      aria-label={flowWords.line}
    >
      {stations.map(({ id, state, text, current }) => (
        <li key={id} className={styles.flowStation} data-state={state} aria-current={current ? 'step' : undefined}>
          <span className={styles.flowGlyph} aria-hidden="true">
            {id === 'seal' ? <SealGlyph verdict={verdict} fresh={fresh} size={small ? 22 : 88} /> : glyphs[id]}
          </span>
          <span className={styles.flowName}>{flowWords[id]}</span>
          <span className={styles.flowText}>{text}</span>
        </li>
      ))}
    </ol>
  )
}

/** A delivery on its way, in place of the inbox: each station is lit by the event of what happened there. */
export function FirstRunPicture({ delivery }: { delivery: DeliverySummary }) {
  return (
    <section data-part="first-run" className={styles.picture} aria-label={presentingWords.firstRun}>
      <h1>{presentingWords.firstRun}</h1>
      <FlowLine stations={flowOf(delivery, false)} verdict={delivery.verdict} fresh />
    </section>
  )
}

function SealGlyph({ verdict, fresh, size }: { verdict: Verdict | null; fresh: boolean; size: number }) {
  return verdict === null ? (
    <Seal verdict="no-secret" size={size} />
  ) : (
    <Seal verdict={verdict} size={size} fresh={fresh} />
  )
}

const glyphs: Record<Exclude<Station['id'], 'seal'>, ReactNode> = {
  sender: <Send />,
  followUp: <CornerDownRight />,
  object: <Box />,
}

type StationId = 'sender' | 'seal' | 'followUp' | 'object'

/** One place of the line from the sender to the object. */
interface Station {
  id: StationId
  /** `open`: nothing happened there yet; `busy`: it happens now; `reached`; `closed`: the way ends before it, or there. */
  state: 'open' | 'busy' | 'reached' | 'closed'
  text: string
  /** The furthest place that was come to: the one to look at. */
  current: boolean
}

type FlowDelivery = Pick<DeliverySummary, 'verdict' | 'action' | 'resourceType' | 'duplicate' | 'followUp'>

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
