import { type RefObject, useEffect } from 'react'
import { isTyping } from '../../ui/isTyping.ts'

/** While the focus is within the body, `/` goes to the body's search and not to the inbox's filter. */
export function useSlash(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const area = within.current
    if (area === null) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event)) return
      // Taken here: the inbox leaves alone what somebody has taken.
      event.preventDefault()
      area.querySelector<HTMLInputElement>('input[type=search]')?.focus()
    }
    area.addEventListener('keydown', onKey)
    return () => area.removeEventListener('keydown', onKey)
  }, [within])
}
