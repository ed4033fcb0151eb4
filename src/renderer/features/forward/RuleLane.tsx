import { AppWindow, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ForwardRule } from '../../../shared/wireTypes.ts'
import { forwardWords as words } from './words.ts'
import styles from './Forward.module.css'

export type RuleState = 'on' | 'off' | 'paused' | 'catchingUp' | 'failing' | 'down'

/**
 * The state of a rule, from its last try and what it has left. `down`: the last try got no answer, and the delivery is
 * tried again; `failing`: the last try was not accepted, or tries from before the start are repeated. Pure.
 */
export function stateOf({ enabled, state }: Pick<ForwardRule, 'enabled' | 'state'>): RuleState {
  const { paused, catchUp, last, heldLanes } = state
  if (!enabled) return 'off'
  if (paused) return 'paused'
  if (last !== null && !isAccepted(last.status)) return last.status === null && heldLanes > 0 ? 'down' : 'failing'
  if (last === null && heldLanes > 0) return 'failing'
  return catchUp !== null && catchUp.endedAt === null ? 'catchingUp' : 'on'
}

export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Squares drawn for waiting deliveries; more are only counted. */
const maxSquares = 12

/** The way from the inbox to the app: what waits, and how the last try ended. A dot travels with each try. */
export function RuleLane({ rule }: { rule: ForwardRule }) {
  const { waiting, waitingMore, underWay, last } = rule.state
  const queued = Math.max(0, waiting - underWay)
  return (
    <Lane state={stateOf(rule)} isTried={last !== null} target={hostOf(rule.target)}>
      <span className={styles.queue} aria-hidden="true">
        {Array.from({ length: Math.min(queued, maxSquares) }, (_, index) => (
          <i key={index} />
        ))}
      </span>
      {/* A new key starts the animation again. */}
      {last !== null && (
        <span
          key={`${last.deliveryId} ${last.at}`}
          className={styles.dot}
          data-accepted={isAccepted(last.status)}
          aria-hidden="true"
        />
      )}
      <span className={styles.laneText}>
        {waiting === 0 && underWay === 0
          ? words.nothingWaits
          : words.waitingText(words.waitingCount(queued, waitingMore), underWay)}
      </span>
    </Lane>
  )
}

/** The lane of a rule that does not exist yet. */
export function EmptyLane() {
  return (
    <Lane state="off" isTried={false} target={words.yourApp}>
      {null}
    </Lane>
  )
}

interface LaneProps {
  state: RuleState
  /** Without a try since the start, the lane is not green: whether the app accepts anything is not known. */
  isTried: boolean
  target: string
  children: ReactNode
}

function Lane({ state, isTried, target, children }: LaneProps) {
  return (
    <div data-part="lane" className={styles.lane} data-state={state} data-tried={isTried || undefined}>
      <span className={styles.station}>
        <Inbox aria-hidden="true" />
        {words.inbox}
      </span>
      <span className={styles.track}>{children}</span>
      <span className={styles.station}>
        <AppWindow aria-hidden="true" />
        {target}
      </span>
    </div>
  )
}

/** The host and port of a target; the target itself where it is no URL. */
function hostOf(target: string): string {
  return URL.canParse(target) ? new URL(target).host : target
}
