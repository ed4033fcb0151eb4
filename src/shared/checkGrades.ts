import type { CheckGroup, CheckReport, CheckResult, CheckSeverity } from './wireTypes.ts'

/** A: all right. F: something critical. There is no grade where nothing was found out. */
export type Grade = NonNullable<CheckReport['grade']>

const gradeOfWorst: Record<CheckSeverity, Grade> = { critical: 'F', high: 'D', medium: 'C', low: 'B' }
const fromWorst: readonly CheckSeverity[] = ['critical', 'high', 'medium', 'low']

export const groupTitles: Record<CheckGroup, string> = {
  valid: 'Valid deliveries',
  forged: 'Forgeries',
  spelling: 'Spellings of the body',
  time: 'Time and ids',
  repeats: 'Repetitions and order',
  content: 'Unexpected content',
  transport: 'Transport',
  answers: 'Answers',
}

/** Results that need a change: failures, and warnings at their own severity. Pure. */
export function findingsOf<Result extends Pick<CheckResult, 'outcome'>>(results: readonly Result[]): Result[] {
  return results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warning')
}

/** Whether a severity is at least the given one. Pure. */
export function isAtLeast(severity: CheckSeverity, least: CheckSeverity): boolean {
  return fromWorst.indexOf(severity) <= fromWorst.indexOf(least)
}

/**
 * The grade of results, such as those of one group; null where none passed or failed, and where only a finding of another
 * group explains what was wrong. Pure.
 */
export function gradeOf(results: readonly Pick<CheckResult, 'outcome' | 'severity' | 'follows'>[]): Grade | null {
  const findings = findingsOf(results)
  const worst = fromWorst.find((severity) => findings.some((each) => each.severity === severity))
  if (worst !== undefined) return gradeOfWorst[worst]
  if (results.some(({ follows }) => follows !== null)) return null
  return results.some(({ outcome }) => outcome === 'pass') ? 'A' : null
}

/** The results that follow from the finding of a probe. Pure. */
export function followersOf<Result extends Pick<CheckResult, 'follows'>>(
  results: readonly Result[],
  probe: string,
): Result[] {
  return results.filter(({ follows }) => follows === probe)
}

/** Results that show nothing, for a reason of their own. Pure. */
export function unknownOf<Result extends Pick<CheckResult, 'outcome' | 'follows'>>(
  results: readonly Result[],
): Result[] {
  return results.filter(({ outcome, follows }) => outcome === 'inconclusive' && follows === null)
}

/** The results of each group that has any, in order. Pure. */
export function byGroup<Result extends Pick<CheckResult, 'group'>>(
  results: readonly Result[],
): { group: CheckGroup; results: Result[] }[] {
  return (Object.keys(groupTitles) as CheckGroup[])
    .map((group) => ({ group, results: results.filter((each) => each.group === group) }))
    .filter(({ results: here }) => here.length > 0)
}
