import { useEffect } from 'react'
import { isTyping } from './typing.ts'

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
