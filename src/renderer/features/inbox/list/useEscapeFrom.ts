import { type RefObject, useEffect, useRef } from 'react'

/** Leaves a part of the page when Esc is pressed inside of it, unless something further in took the key. */
export function useEscapeFrom<T extends HTMLElement>(leave: () => void): RefObject<T | null> {
  const part = useRef<T>(null)
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    const element = part.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      latest.current()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])
  return part
}
