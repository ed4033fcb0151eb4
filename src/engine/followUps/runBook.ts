import type { FollowUpTarget } from './followUpTarget.ts'
import type { Run } from './runOnce.ts'

/** How many runs are in memory: in line or under way, by whether their delivery has just arrived, and those tried again later. */
export interface RunsSize {
  live: number
  madeUp: number
  later: number
}

/** Which follow-ups are in memory. */
export interface RunBook {
  create(
    target: FollowUpTarget,
    how: { recorded: boolean; live: boolean; unchecked: boolean; queuedAt: number; opened?: boolean },
  ): Run
  /** False when it was not there any more. */
  forget(run: Run): boolean
  /** Is called when the time has come; the run counts as one of those that wait for it until then. */
  startTimer(run: Run, ms: number, onTime: () => void): void
  stopTimer(run: Run): void
  /** Its outcome is no longer the follow-up of its notification. */
  disown(deliveryId: string): void
  get(deliveryId: string): Run | undefined
  all(): Run[]
  ownerOf(target: Pick<FollowUpTarget, 'environmentId' | 'notificationId'>): string | undefined
  size(): RunsSize
}

export function createRunBook(): RunBook {
  const runs = new Map<string, Run>()
  /** Of each notification the delivery whose run is its follow-up. */
  const owners = new Map<string, string>()
  const size: RunsSize = { live: 0, madeUp: 0, later: 0 }
  const kindOf = (run: Run) => (run.timer !== undefined ? 'later' : run.live ? 'live' : 'madeUp')

  function release(target: FollowUpTarget): void {
    const key = notificationOf(target)
    if (owners.get(key) === target.deliveryId) owners.delete(key)
  }

  function stopTimer(run: Run): void {
    clearTimeout(run.timer)
    size[kindOf(run)] -= 1
    run.timer = undefined
    size[kindOf(run)] += 1
  }

  return {
    create: (target, how) => {
      const run: Run = { target, opened: false, ...how, abort: null, timer: undefined, underWay: null }
      runs.set(target.deliveryId, run)
      size[kindOf(run)] += 1
      if (run.recorded && !owners.has(notificationOf(target))) owners.set(notificationOf(target), target.deliveryId)
      return run
    },
    forget: (run) => {
      if (!runs.delete(run.target.deliveryId)) return false
      size[kindOf(run)] -= 1
      release(run.target)
      return true
    },
    startTimer: (run, ms, onTime) => {
      size[kindOf(run)] -= 1
      run.timer = setTimeout(() => {
        stopTimer(run)
        onTime()
      }, ms)
      size[kindOf(run)] += 1
    },
    stopTimer,
    disown: (deliveryId) => {
      const run = runs.get(deliveryId)
      if (run === undefined) return
      run.recorded = false
      release(run.target)
    },
    get: (deliveryId) => runs.get(deliveryId),
    all: () => [...runs.values()],
    ownerOf: (target) => owners.get(notificationOf(target)),
    size: () => ({ ...size }),
  }
}

function notificationOf({ environmentId, notificationId }: Pick<FollowUpTarget, 'environmentId' | 'notificationId'>) {
  return `${environmentId} ${notificationId}`
}
