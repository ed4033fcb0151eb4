import { z } from 'zod'

/** A rectangle on the desktop, px as the system counts them. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

const side = z.number().int().min(-100_000).max(100_000)

/** Where the window was and how large, while it was neither maximised nor full screen, and whether it was maximised. */
export const windowPlaceSchema = z.object({
  x: side,
  y: side,
  width: side.positive(),
  height: side.positive(),
  maximized: z.boolean(),
})
export type WindowPlace = z.infer<typeof windowPlaceSchema>

export const smallestWindow = { width: 720, height: 480 } as const
const firstWindow = { width: 1280, height: 840 } as const
/** A window can be moved by its title bar: the part of it that has to be visible, px. */
const grip = { width: 120, height: 32 } as const

/** How to open the window. Without a position the system chooses one. */
export interface Opening {
  x?: number
  y?: number
  width: number
  height: number
  maximized: boolean
}

/**
 * How to open the window on the displays that are there now. Pure.
 * @param kept where it was; null when nothing is known
 * @param displays their areas without taskbars and docks, the primary one first
 */
export function openingOf(kept: WindowPlace | null, displays: readonly Area[]): Opening {
  const [primary] = displays
  if (kept === null) return { ...sizeWithin(firstWindow, primary), maximized: false }
  const on = displays.find((display) => isGripOn(kept, display))
  const size = sizeWithin(kept, on ?? primary)
  if (on === undefined) return { ...size, maximized: kept.maximized }
  return {
    x: kept.x,
    y: Math.max(kept.y, on.y),
    ...size,
    maximized: kept.maximized,
  }
}

/** Not larger than the display, and not smaller than the page can be used. */
function sizeWithin({ width, height }: { width: number; height: number }, display: Area | undefined) {
  return {
    width: Math.max(smallestWindow.width, Math.min(width, display?.width ?? width)),
    height: Math.max(smallestWindow.height, Math.min(height, display?.height ?? height)),
  }
}

/** Whether enough of the title bar is on a display to take hold of it. */
function isGripOn(window: WindowPlace, display: Area): boolean {
  const across = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x)
  const down = Math.min(window.y + grip.height, display.y + display.height) - Math.max(window.y, display.y)
  return across >= grip.width && down >= grip.height / 2
}
