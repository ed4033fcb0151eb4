import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { createCommandRegistry } from './commandRegistry.ts'
import { openDialogs } from '../ui/isTyping.ts'
import { isMac } from './formatKeys.ts'
import { Palette } from './Palette.tsx'
import { CommandsContext, PaletteContext } from './useCommands.ts'

/** Gives the page its command palette: commands from below register here, and Ctrl+K (Cmd+K on a Mac) opens it. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createCommandRegistry)
  const [open, setOpen] = useState(false)
  const show = useCallback(() => setOpen(true), [])
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!opensPalette(event)) return
      // An open question is answered first.
      if (openDialogs().some((dialog) => !dialog.classList.contains('palette'))) return
      event.preventDefault()
      setOpen((now) => !now)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <CommandsContext value={registry}>
      <PaletteContext value={show}>
        {children}
        <Palette open={open} onClose={close} />
      </PaletteContext>
    </CommandsContext>
  )
}

/** Cmd on a Mac, where Ctrl+K cuts to the end of a line; Ctrl elsewhere. */
function opensPalette(event: KeyboardEvent): boolean {
  const [mod, other] = isMac() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  return mod && !other && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
}
