import { timeLabel } from './timeLabels.ts'
import { timeTicks } from './timeTicks.ts'

export interface AxisLabel {
  /** Milliseconds since the epoch. */
  at: number
  /** Of the tick, px from the beginning of the axis. */
  x: number
  /** Empty where there is no room for it. */
  label: string
  /** Where the label begins, px: at the ends it stands aside, so that it stays on the axis. */
  labelX: number
}

/** So much room a label needs at least, and each of its letters, px. */
const labelRoom = 72
const letterWidth = 6.4
const between = 6

/** The ticks of a time axis of this width, with labels that do not touch each other. Pure, but for the zone of the machine. */
export function fitLabels(from: number, to: number, width: number): AxisLabel[] {
  const { at, distance } = timeTicks(from, to, Math.max(2, Math.floor(width / labelRoom)))
  let free = 0
  return at.map((tick) => {
    const x = ((tick - from) / (to - from)) * width
    const label = timeLabel(tick, distance)
    const wide = label.length * letterWidth
    const labelX = Math.min(Math.max(0, x - wide / 2), width - wide)
    if (labelX < free) return { at: tick, x, label: '', labelX }
    free = labelX + wide + between
    return { at: tick, x, label, labelX }
  })
}
