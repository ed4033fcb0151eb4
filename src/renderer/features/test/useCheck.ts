import { useCallback, useEffect, useState } from 'react'
import type { CheckReport } from '../../../shared/wireTypes.ts'
import { useClient } from '../../data/state/useApp.ts'
import { type Problem, problemOf } from '../../data/wire/problem.ts'
import { wireWords } from '../../data/wire/words.ts'

interface FollowedCheck {
  report: CheckReport | null
  problem: Problem | null
  follow(check: string): void
  replace(report: CheckReport): void
}

/** One run, followed until it ends: each answer waits for news. @param onEnd a run that was followed has ended */
export function useCheck(onEnd: () => void): FollowedCheck {
  const client = useClient()
  const [id, follow] = useState<string | null>(null)
  const [report, setReport] = useState<CheckReport | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    const abort = new AbortController()
    const poll = async () => {
      let after: number | undefined
      while (!abort.signal.aborted) {
        const news = await client.checks.get({ check: id, ...(after === undefined ? {} : { after }) })
        if (abort.signal.aborted) return
        setReport(news)
        setProblem(null)
        if (news.state !== 'running') {
          if (after !== undefined) onEnd()
          return
        }
        after = news.done
      }
    }
    poll().catch((error: unknown) => {
      if (!abort.signal.aborted) setProblem(problemOf(error, wireWords.lostLoad))
    })
    return () => abort.abort()
  }, [client, id, onEnd])
  return { report, problem, follow: useCallback((check: string) => follow(check), []), replace: setReport }
}
