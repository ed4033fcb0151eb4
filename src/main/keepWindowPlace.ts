import { type BrowserWindow, screen } from 'electron'
import type { DesktopMemory } from '../desktop/desktopMemory.ts'
import { type Opening, openingOf } from '../desktop/windowPlace.ts'

/** Delay between the last change of the place and its writing, ms. */
const calmMs = 500

/** How to open the window on the displays of this moment. */
export function openingNow(memory: DesktopMemory): Opening {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return openingOf(
    memory.window(),
    [primary, ...others].map(({ workArea }) => workArea),
  )
}

/** Remembers where the user puts the window, for the next start. */
export function keepWindowPlace(window: BrowserWindow, memory: DesktopMemory): void {
  let timer: NodeJS.Timeout | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    if (window.isDestroyed()) return
    // The place while the window is neither maximised nor full screen: to come back to that, both have to be known.
    memory.keepWindow({ ...window.getNormalBounds(), maximized: window.isMaximized() })
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, calmMs)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('maximize', soon)
  window.on('unmaximize', soon)
  window.on('close', keep)
  window.on('closed', () => clearTimeout(timer))
}
