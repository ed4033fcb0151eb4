import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'

/** The part of a run that all kinds of them share. */
interface Run {
  run: string
  /** `running` until it has ended. */
  state: string
  endedAt: string | null
}

/** Runs that clients follow by asking for more than they have seen; the newest are kept in memory. */
export interface FollowedRuns<View extends Run> {
  /**
   * Starts work. `show` replaces the view, which is made only when a client asks.
   * @param abort ends the work
   * @param work resolves with the last view; where it rejects, the run ends as it was shown last
   */
  start(first: View, abort: AbortController, work: (show: (view: () => View) => void) => Promise<View>): void
  /** Throws ExpectedFailure for a run that is unknown. With `after`, waits at most 5 s for more than that. */
  view(run: string, after?: number): Promise<View>
  /** The newest first. */
  list(): View[]
  cancel(run: string): Promise<View>
  isRunning(): boolean
  /** Cancels what is under way, and resolves once it has ended. */
  stop(): Promise<void>
}

const maxKept = 10
const progressTimeoutMs = 5000
const noticeMs = 100

interface Entry<View> {
  view: () => View
  abort: AbortController
  ended: Promise<void>
  isOver: boolean
  waiting: Set<() => void>
}

/**
 * @param unknown the failure for a run that was never started, or is forgotten
 * @param progressOf rises with each change that a client waits for
 */
export function createFollowedRuns<View extends Run>(
  unknown: 'no-comparison' | 'no-order-run',
  progressOf: (view: View) => number,
): FollowedRuns<View> {
  const entries = new Map<string, Entry<View>>()
  const find = (run: string): Entry<View> => {
    const found = entries.get(run)
    if (found === undefined) throw new ExpectedFailure({ code: unknown, fields: { id: run.slice(0, 80) } })
    return found
  }
  const wake = ({ waiting }: Entry<View>) => {
    for (const each of waiting) each()
  }
  return {
    start: (first, abort, work) => {
      const entry: Entry<View> = {
        view: () => first,
        abort,
        ended: Promise.resolve(),
        isOver: false,
        waiting: new Set(),
      }
      entries.set(first.run, entry)
      const show = (view: () => View) => {
        entry.view = view
        wake(entry)
      }
      entry.ended = work(show)
        .then(
          (last) => (entry.view = () => last),
          () => {
            const last = { ...entry.view(), state: 'cancelled', endedAt: new Date().toISOString() }
            entry.view = () => last
          },
        )
        .then(() => {
          entry.isOver = true
          wake(entry)
        })
      for (const [run, { isOver }] of entries) {
        if (entries.size <= maxKept) break
        if (isOver) entries.delete(run)
      }
    },
    view: async (run, after) => {
      const entry = find(run)
      const end = performance.now() + progressTimeoutMs
      while (after !== undefined && !entry.isOver && progressOf(entry.view()) <= after && performance.now() < end)
        await nextChange(entry.waiting, end - performance.now())
      // Progress of many requests comes in steps: a view can be large.
      if (after !== undefined && !entry.isOver) await nextChange(new Set(), noticeMs, entry.ended)
      return entry.view()
    },
    list: () => [...entries.values()].map(({ view }) => view()).toReversed(),
    cancel: async (run) => {
      const entry = find(run)
      entry.abort.abort()
      await entry.ended
      return entry.view()
    },
    isRunning: () => [...entries.values()].some(({ isOver }) => !isOver),
    stop: async () => {
      for (const { abort } of entries.values()) abort.abort()
      await Promise.all([...entries.values()].map(async ({ ended }) => ended))
    },
  }
}

async function nextChange(waiting: Set<() => void>, ms: number, over?: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    waiting.add(wake)
    void over?.then(wake)
  })
}
