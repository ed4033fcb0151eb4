import { useEffect, useRef, useState } from 'react'

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
