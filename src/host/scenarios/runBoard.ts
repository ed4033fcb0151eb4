import type { ScenarioRun, ScenarioRunStep } from '../../shared/wireTypes.ts'

/** The visible state of a run, with a way to wait for changes. */
export interface RunBoard {
  view(): ScenarioRun
  set(change: Partial<ScenarioRun>): void
  setStep(place: number, change: Partial<ScenarioRunStep>): void
  /** Resolves when there are more changes than `after`, or the run is over, or `ms` are. */
  beyond(after: number, ms: number): Promise<void>
}

/** Progress of many requests is shown this often, ms: each change is a view of the whole run. */
const noticeMs = 50

export function createRunBoard(start: ScenarioRun): RunBoard {
  let run = start
  let wake = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  const startedAt = performance.now()
  const notify = () => {
    timer = undefined
    wake.resolve()
    wake = Promise.withResolvers()
  }
  const changed = (next: ScenarioRun) => {
    run = { ...next, changes: run.changes + 1 }
    timer ??= setTimeout(notify, noticeMs)
  }
  const view = () => (run.endedAt === null ? { ...run, took: performance.now() - startedAt } : run)
  return {
    view,
    set: (change) => {
      changed({ ...run, took: performance.now() - startedAt, ...change })
      if (run.endedAt === null) return
      clearTimeout(timer)
      notify()
    },
    setStep: (place, change) =>
      changed({ ...run, steps: run.steps.map((step) => (step.place === place ? { ...step, ...change } : step)) }),
    beyond: async (after, ms) => {
      const until = performance.now() + ms
      while (run.changes <= after && run.endedAt === null && performance.now() < until) {
        const limit = Promise.withResolvers<void>()
        const end = setTimeout(limit.resolve, until - performance.now())
        await Promise.race([wake.promise, limit.promise])
        clearTimeout(end)
      }
    },
  }
}
