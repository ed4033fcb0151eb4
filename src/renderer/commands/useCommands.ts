import { createContext, useContext, useEffect, useRef } from 'react'
import type { CommandRegistry, MakeCommands } from './commandRegistry.ts'

export const CommandsContext = createContext<CommandRegistry | null>(null)
interface CommandDialogs {
  openPalette: () => void
  openKeyHelp: () => void
}

export const CommandDialogsContext = createContext<CommandDialogs | null>(null)

/** For buttons and commands that open the palette or the overview of keys. */
export function useCommandDialogs(): CommandDialogs {
  const dialogs = useContext(CommandDialogsContext)
  if (dialogs === null) throw new Error('useCommandDialogs needs CommandsProvider above it')
  return dialogs
}

/** The page's commands; for the palette itself. */
export function useCommandRegistry(): CommandRegistry {
  const registry = useContext(CommandsContext)
  if (registry === null) throw new Error('useCommandRegistry needs CommandsProvider above it')
  return registry
}

/**
 * Offers commands in the palette for as long as the component is mounted:
 *
 *     useCommands(() => [{ id: 'delivery.followUp', title: words.followUp, group: 'delivery', keys: 'f', run }])
 *
 * The function is asked when the palette is open, never before, and always its latest version: no dependencies to name.
 * It may leave out what makes no sense now, and gets what has been typed as its argument.
 * `keys` only shows the shortcut: bind it with `useShortcut`.
 */
export function useCommands(make: MakeCommands): void {
  const registry = useCommandRegistry()
  const latest = useRef(make)
  useEffect(() => {
    latest.current = make
  })
  useEffect(() => registry.register((query) => latest.current(query)), [registry])
}
