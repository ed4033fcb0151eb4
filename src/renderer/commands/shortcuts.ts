import { useEffect } from 'react'
import { isTyping } from '../ui/hooks/typing.ts'
import { type CommandId, commandIds, commands, type KeyPlace, type ShortcutId } from '../../shared/commands/commands.ts'

/**
 * Runs an action when the keys of a shortcut (see `shortcuts.ts`) are pressed anywhere but in a field or dialog. The action
 * gets the key. Sequences ("g i") and "Mod+k" are the frame's and do not work here.
 */
export function useShortcut(id: ShortcutId, action: (key: string) => void): void {
  useEffect(() => {
    const keys = keysFor(id)
    const onKey = (event: KeyboardEvent) => {
      if (!keys.includes(keyName(event)) || isTyping(event) || presses(event)) return
      event.preventDefault()
      action(event.key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [id, action])
}

/** Whether the key presses the button or follows the link that has the focus: then it is no shortcut. */
function presses(event: KeyboardEvent): boolean {
  if (event.key !== ' ' && event.key !== 'Enter') return false
  return event.target instanceof Element && event.target.closest('button, a, summary, [role="button"]') !== null
}

/** A key press as the table spells it. Shift is named only where it does not make another letter. */
function keyName(event: KeyboardEvent): string {
  return event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key
}

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

/**
 * Ids of parts of screens that keys and commands lead to. They are here and not next to the parts, because those are loaded
 * when they are first shown, and the keys are there from the start.
 */
export const paneId = 'delivery-pane'
export const objectFilterId = 'object-filter'
