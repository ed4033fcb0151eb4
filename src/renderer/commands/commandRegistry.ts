import type { CommandGroup } from './words.ts'

/** Something that a person can have done by its name. */
export interface Command {
  /** Tells it apart, and is remembered when it was used: "inbox.clearFilter". The same command keeps the same id. */
  id: string
  /** What it does, as an order: "Clear the filter". */
  title: string
  group: CommandGroup
  /** Its shortcut as the table of `shortcuts.ts` spells it: "f", "g i". */
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
  /** Does it. Failures are told by whoever offers the command, such as with a toast. */
  run: () => unknown
}

/** Says what is on offer now, given what has been typed (empty at first). Cheap: it is asked at every letter. */
export type MakeCommands = (query: string) => readonly Command[]

export interface CommandRegistry {
  /** Offers commands until the returned function is called. */
  register(make: MakeCommands): () => void
  /** Tells whenever somebody begins or ends to offer commands. Returns how to stop. */
  subscribe(listener: () => void): () => void
  /** Everything on offer now, in the order of the offers; of two with one id the later. */
  all(query: string): Command[]
}

/** Who offers commands at the moment: the frame always, a screen for as long as it is shown. */
export function createCommandRegistry(): CommandRegistry {
  const offers = new Set<MakeCommands>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    register: (make) => {
      const offer: MakeCommands = (query) => make(query)
      offers.add(offer)
      tell()
      return () => {
        offers.delete(offer)
        tell()
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
