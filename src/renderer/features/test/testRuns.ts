import { useCallback, useEffect, useState } from 'react'
import { findingsOf } from '../../../shared/checkGrades.ts'
import type { CheckReport, CheckSummary } from '../../../shared/wireTypes.ts'
import { useClient } from '../../data/state/useApp.ts'
import { type Problem, problemOf } from '../../data/wire/problem.ts'
import { wireWords } from '../../data/wire/words.ts'

interface FollowedRun {
  report: CheckReport | null
  problem: Problem | null
  follow(check: string): void
  replace(report: CheckReport): void
}

/** Follows one run until it ends: each answer waits for progress. @param onEnd called when a followed run has ended */
export function useTestRun(onEnd: () => void): FollowedRun {
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

/** The run before of the same handler and sender; null where there is none. Pure. */
export function runBefore(report: CheckReport, runs: readonly CheckSummary[]): CheckSummary | null {
  const isEarlier = (run: CheckSummary) => run.check !== report.check && run.startedAt < report.startedAt
  const isComparable = (run: CheckSummary) =>
    run.url === report.url && run.scheme === report.scheme && run.state === 'done'
  return runs.find((run) => isEarlier(run) && isComparable(run)) ?? null
}

/** The probes whose finding is new since a run, and those whose finding is fixed. Pure. */
export function changesSince(
  { results }: Pick<CheckReport, 'results'>,
  before: Pick<CheckSummary, 'results'>,
): { fresh: Set<string>; fixed: Set<string> } {
  const found = new Set(findingsOf(results).map(({ probe }) => probe))
  const foundBefore = new Set(findingsOf(before.results).map(({ probe }) => probe))
  const passed = results.filter(({ outcome }) => outcome === 'pass').map(({ probe }) => probe)
  const seenBefore = new Set(before.results.map(({ probe }) => probe))
  return {
    fresh: new Set([...found].filter((probe) => seenBefore.has(probe) && !foundBefore.has(probe))),
    fixed: new Set(passed.filter((probe) => foundBefore.has(probe))),
  }
}
