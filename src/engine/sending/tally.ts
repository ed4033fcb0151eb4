import type { SendRun } from '../../shared/wireTypes.ts'
import { percentiles } from '../latency/percentiles.ts'

/** Counts the results of a run. */
export interface Tally {
  note(ended: { status: number | null; error: { code: string; message: string } | null; totalMs: number | null }): void
  sent(): number
  /** @param ms duration of the run */
  summary(ms: number): SendRun['summary']
}

/** Further kinds of problems are counted with the last one. */
const maxProblems = 20

export function createTally(): Tally {
  const statuses = new Map<number | null, number>()
  const problems = new Map<string, { code: string; message: string; count: number }>()
  const latencies: number[] = []
  let sent = 0
  return {
    note: ({ status, error, totalMs }) => {
      sent += 1
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== null && totalMs !== null) latencies.push(totalMs)
      if (error === null) return
      const key = `${error.code} ${error.message}`
      const known = problems.get(key) ?? (problems.size < maxProblems ? undefined : [...problems.values()].at(-1))
      if (known === undefined) problems.set(key, { ...error, count: 1 })
      else known.count += 1
    },
    sent: () => sent,
    summary: (ms) => ({
      statuses: [...statuses]
        .map(([status, count]) => ({ status, count }))
        .toSorted((a, b) => (a.status ?? 0) - (b.status ?? 0)),
      problems: [...problems.values()].toSorted((a, b) => b.count - a.count),
      latency: percentiles(latencies),
      perSecond: ms <= 0 ? 0 : (sent * 1000) / ms,
    }),
  }
}
