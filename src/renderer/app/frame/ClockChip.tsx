import { clockDifference } from '../../../shared/clock/clockWords.ts'
import { pauseWords } from '../../../shared/words/durations.ts'
import type { SandboxClockView } from '../../../shared/wireTypes.ts'
import { useApp, useAppState, useIsStale } from '../../data/state/useApp.ts'
import { clockWords as words } from '../../features/environment/sandbox/words.ts'
import { tip } from '../../ui/basics/Button.tsx'
import styles from './TopBar.module.css'

/** A reminder that the sandbox has another time; leads to what changes it. */
export function ClockChip() {
  const { navigation } = useApp()
  const clock = useAppState(({ feed }) => feed.status?.sandboxClock)
  const isStale = useIsStale()
  if (clock === undefined) return null
  return (
    <a
      data-part="chip-clock"
      className={`${styles.chip} ${styles.chipLink} ${styles.clock}`}
      href={navigation.href({ screen: 'sandbox', deliveryId: null })}
      onClick={() => document.querySelector('[data-part="sandbox-clock"]')?.closest('section')?.scrollIntoView()}
      {...tip(words.chipTip(clockDifference(clock)))}
    >
      <span className={styles.chipSign} data-sign={isStale ? 'off' : 'warn'} aria-hidden="true" />
      <span data-part="chip-name" className={`muted ${styles.clockName}`}>
        {words.chip}
      </span>
      <span className={`muted ${styles.clockShort}`} aria-hidden="true">
        {words.chipShort}
      </span>
      <span className="numbers">{shortOf(clock)}</span>
    </a>
  )
}

/** "+30 d", "−2 h", "frozen". */
function shortOf({ aheadMs, frozen }: SandboxClockView): string {
  return frozen ? words.chipFrozen : `${aheadMs < 0 ? '−' : '+'}${pauseWords(Math.abs(aheadMs)).replace('days', 'd')}`
}
