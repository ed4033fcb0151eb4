import { useCallback, useEffect, useRef, useState } from 'react'
import type { SendInput, SendRun } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { type Problem, problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'

export interface SendRunState {
  view: SendRun | null
  /** It is being started or is under way. */
  busy: boolean
  /** Why nothing was sent, or why its progress cannot be read. */
  problem: Problem | null
  start: (input: SendInput) => Promise<void>
  cancel: () => Promise<void>
}

/** Starts a run and follows it: the engine answers as soon as more of it is over. */
export function useSendRun(): SendRunState {
  const client = useClient()
  const [state, setState] = useState<Pick<SendRunState, 'view' | 'busy' | 'problem'>>(idle)
  const abort = useRef<AbortController | null>(null)
  const started = useRef<Promise<string> | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const start = useCallback(
    async (input: SendInput) => {
      const mine = new AbortController()
      abort.current?.abort()
      abort.current = mine
      setState({ view: null, busy: true, problem: null })
      try {
        started.current = client.sends.start(input).then(({ run }) => run)
        const run = await started.current
        let view = await client.sends.get({ run })
        while (!mine.signal.aborted && view.state === 'running') {
          setState({ view, busy: true, problem: null })
          view = await client.sends.get({ run, after: view.sent }, { signal: mine.signal })
        }
        if (!mine.signal.aborted) setState({ view, busy: false, problem: null })
      } catch (error) {
        if (mine.signal.aborted) return
        setState((now) => ({ ...now, busy: false, problem: problemOf(error, wireWords.lostChange) }))
      }
    },
    [client],
  )
  const cancel = useCallback(async () => {
    // Also before the engine has said which run it is.
    const run = await started.current?.catch(() => undefined)
    if (run !== undefined) await client.sends.cancel({ run }).catch(() => undefined)
  }, [client])
  return { ...state, start, cancel }
}

const idle = { view: null, busy: false, problem: null }
