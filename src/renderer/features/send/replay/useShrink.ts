import { useCallback, useEffect, useRef, useState } from 'react'
import type { Shrink } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { type Problem, problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'

export interface ShrinkState {
  /** Null before the first one. */
  shrink: Shrink | null
  /** The reason why it could not start, or is not followed any more. */
  problem: Problem | null
  busy: boolean
  start: (allowHost?: string) => void
  cancel: () => void
}

/** Starts a search and follows it to its end. A search that is left is cancelled. */
export function useShrink(id: string, url: string): ShrinkState {
  const client = useClient()
  const [shrink, setShrink] = useState<Shrink | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const current = useRef<string | null>(null)
  const cancel = useCallback(() => {
    if (current.current !== null) void client.shrinks.cancel({ run: current.current }).catch(() => undefined)
  }, [client])
  useEffect(() => cancel, [cancel])
  const follow = async (allowHost: string | undefined) => {
    const { run } = await client.shrinks.start({
      id,
      to: url,
      path: '',
      ...(allowHost === undefined ? {} : { allowHost }),
    })
    current.current = run
    let view = await client.shrinks.get({ run })
    setShrink(view)
    while (view.state === 'running') {
      view = await client.shrinks.get({ run, after: view.sent })
      setShrink(view)
    }
    current.current = null
  }
  const start = (allowHost?: string) => {
    setBusy(true)
    setProblem(null)
    follow(allowHost)
      .catch((error: unknown) => setProblem(problemOf(error, wireWords.lostLoad)))
      .finally(() => setBusy(false))
  }
  return { shrink, problem, busy, start, cancel }
}
