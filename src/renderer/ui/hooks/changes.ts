import { useEffect, useRef, useState, type RefObject, useLayoutEffect } from 'react'

/** Follows a value, but not more often than every `ms`: the first change at once, the last of a rush soon after. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  const changedAt = useRef(0)
  useEffect(() => {
    // Nothing changed, as when it appears: a change to come is still the first.
    if (Object.is(value, settled)) return
    const wait = Math.max(0, changedAt.current + ms - Date.now())
    const timer = setTimeout(() => {
      changedAt.current = Date.now()
      setSettled(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, settled, ms])
  return settled
}

/** Whether something came true while it was shown, not before: only that is worth a motion. */
export function useTurned(done: boolean): boolean {
  const [atFirst] = useState(done)
  return done && !atFirst
}

/** The width of an element, px, as it changes; 0 before it is laid out. */
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const element = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const target = element.current
    if (target === null) return undefined
    setWidth(Math.floor(target.clientWidth))
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}

/** The height of a row of a list in px, for what places rows itself: 28, or 22 in compact; follows the root's attributes. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(readRowHeight)
  useEffect(() => {
    const observer = new MutationObserver(() => setHeight(readRowHeight()))
    observer.observe(document.documentElement, { attributes: true })
    return () => observer.disconnect()
  }, [])
  return height
}

function readRowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 28
}
