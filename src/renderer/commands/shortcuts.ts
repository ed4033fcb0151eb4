import { type CommandId, commandIds, commands, type KeyPlace, type ShortcutId } from '../../shared/commands/commands.ts'

export interface Shortcut {
  id: CommandId
  place: KeyPlace
  /** As the table of commands spells them. Any of them does it. */
  keys: readonly string[]
  /** What it does. */
  what: string
}

/**
 * Every shortcut of the page, in the order of the table of commands. The overview of keys (`?`) is made from it; the
 * palette and the keys themselves (`useShortcut`) read the same table.
 */
export const shortcuts: readonly Shortcut[] = commandIds.flatMap((id) => {
  const { keys, label } = commands[id]
  return keys === undefined ? [] : [{ id, place: keys.place, keys: keys.any, what: label }]
})

/** The keys of one shortcut. */
export function keysFor(id: ShortcutId): readonly string[] {
  return commands[id].keys?.any ?? []
}

/** A command of the table as the palette takes it, with the first of its keys. A more exact title may follow it. */
export function tableCommand(id: CommandId): { id: CommandId; title: string; keys?: string } {
  const { label, keys } = commands[id]
  const [first] = keys?.any ?? []
  return { id, title: label, ...(first === undefined ? {} : { keys: first }) }
}
