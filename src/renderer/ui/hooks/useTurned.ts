import { useState } from 'react'

/** Whether something came true while it was shown, not before: only that is worth a motion. */
export function useTurned(done: boolean): boolean {
  const [atFirst] = useState(done)
  return done && !atFirst
}
