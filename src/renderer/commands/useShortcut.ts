import { useEffect } from 'react'
import { isTyping } from '../ui/isTyping.ts'
import type { ShortcutId } from '../../shared/commands/commands.ts'
import { keysFor } from './shortcuts.ts'

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
