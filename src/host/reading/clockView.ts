import type { SandboxClock } from '../../sandbox/sandboxClock.ts'
import type { SandboxClockView, Status } from '../../shared/wireTypes.ts'

/** The sandbox's clock as clients see it. */
export function clockView(clock: SandboxClock): SandboxClockView {
  return {
    now: new Date(clock.now()).toISOString(),
    aheadMs: Math.round(clock.aheadMs()),
    frozen: clock.setting().frozenAt !== null,
  }
}

/** The part of the status that marks another time than the real one; empty while there is none. */
export function shiftedClock(clock: SandboxClock): Pick<Status, 'sandboxClock'> {
  const { offsetMs, frozenAt } = clock.setting()
  return offsetMs === 0 && frozenAt === null ? {} : { sandboxClock: clockView(clock) }
}
