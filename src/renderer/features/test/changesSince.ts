import { findingsOf } from '../../../shared/checkGrades.ts'
import type { CheckReport, CheckSummary } from '../../../shared/wireTypes.ts'

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
