import { useEffect, useState } from 'react'

/**
 * Whether a key press is not for our shortcuts: it goes into a field, an open dialog or menu, is part of one of the browser's
 * own shortcuts, or is already handled.
 */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  return isInField(event)
}

/** Whether an event goes into a field, an open dialog or an open menu. */
export function isInField(event: Event): boolean {
  const { target } = event
  if (!(target instanceof Element)) return false
  const popup = target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [data-part="select-popup"]')
  // The focus leaves a closed menu only with the next frame. The Esc that closed it is still its own.
  if (popup?.matches('[data-closed]') === true) return event instanceof KeyboardEvent && event.key === 'Escape'
  return (
    popup !== null ||
    target.closest('input, textarea, [role="combobox"], [contenteditable="true"], [data-part="editor"]') !== null
  )
}

/** The dialogs that are open now, the palette among them. */
export function openDialogs(): Element[] {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]')
  return [...dialogs].filter((dialog) => !dialog.matches('[data-closed]'))
}

/**
 * Whether a key belongs to an input method that is composing, such as the Enter that takes a word of it: then it is none of
 * ours. Safari ends the composition before that Enter, which only its code 229 still gives away.
 */
export function isComposing({ nativeEvent }: { nativeEvent: KeyboardEvent }): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else says it in Safari
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}

/** Runs an action when a key is pressed anywhere but in a field. Never with Ctrl, Cmd or Alt: those are the browser's. */
export function useKey(key: string, action: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || isTyping(event)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [key, action])
}

/** Follows a value once it has stayed the same for a while. */
export function useAfterPause<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
