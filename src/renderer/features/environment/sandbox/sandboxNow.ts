import type { SandboxClockView } from '../../../../shared/wireTypes.ts'

/** The sandbox's time at a moment of the real time, ms. Pure. */
export function sandboxNow({ now, aheadMs, frozen }: SandboxClockView, real: number): number {
  return frozen ? Date.parse(now) : real + aheadMs
}
