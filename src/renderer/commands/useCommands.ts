import { createContext, useContext, useEffect, useRef } from 'react'
import { type CommandGroup, paletteWords } from './words.ts'
import { problemOf } from '../data/wire/problem.ts'
import { wireWords } from '../data/wire/words.ts'
import type { Toasts } from '../ui/notes/Toasts.tsx'

export const CommandsContext = createContext<CommandRegistry | null>(null)
interface CommandDialogs {
  openPalette: () => void
  closePalette: () => void
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

/** Something that the user can have done by its name. */
export interface Command {
  /** Identifies it, and is remembered when it was used: "inbox.clearFilter". The same command keeps the same id. */
  id: string
  /** Its action, as an order: "Clear the filter". */
  title: string
  group: CommandGroup
  /** Its shortcut as the table of `shortcuts.tsx` spells it: "f", "g i". */
  keys?: string
  /** Stands muted behind the title: where it leads, what is in use. */
  detail?: string
  /** Other words that people look for it by. */
  alsoFoundBy?: string
  /** A switch that is on, such as the list that is paused. */
  checked?: boolean
  /** Is for keys and native menus: the palette does not list it. */
  hidden?: true
  /** Was made from what was typed: is offered without a comparison, and not remembered. */
  answersQuery?: boolean
  /** The typed text is the whole name of its target: it ranks above commands that only contain the text. */
  isNamed?: boolean
  /** Does it. Failures are reported by its owner, such as with a toast. */
  run: () => unknown
}

/** Says what is on offer now, given what has been typed (empty at first). Cheap: it is asked at every letter. */
type MakeCommands = (query: string) => readonly Command[]

export interface CommandRegistry {
  /** Offers commands until the returned function is called. */
  register(make: MakeCommands): () => void
  /** Calls the listener when commands are added or removed. Returns how to stop. */
  subscribe(listener: () => void): () => void
  /** Everything on offer now, in the order of the offers; of two with one id the later. */
  all(query: string): Command[]
}

/** Collects the commands on offer: those of the frame always, those of a screen while it is shown. */
export function createCommandRegistry(): CommandRegistry {
  const offers = new Set<MakeCommands>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    register: (make) => {
      const offer: MakeCommands = (query) => make(query)
      offers.add(offer)
      notify()
      return () => {
        offers.delete(offer)
        notify()
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    all: (query) => {
      const byId = new Map([...offers].flatMap((make) => make(query)).map((command) => [command.id, command]))
      return [...byId.values()]
    },
  }
}

/** Makes a command of a call: its sentence is shown when it went well (null: nothing to say), else what failed and why. */
export function reportOutcome(toasts: Toasts) {
  return (what: string, call: () => Promise<string | null>) => async () => {
    try {
      const sentence = await call()
      if (sentence !== null) toasts.done(sentence)
    } catch (error) {
      toasts.problem(paletteWords.failed(what, problemOf(error, wireWords.lostChange).message))
    }
  }
}
