/** What waits, in lanes that take turns. */
export interface Lanes<Job> {
  push(job: Job): void
  /** Takes a job back; false when it does not wait. */
  remove(job: Job): boolean
  /** Gives nothing of a lane away for so many ms. */
  hold(lane: string, ms: number): void
  /** When the next job may be taken, by `now`; Infinity when none waits. */
  opensAt(): number
  /** The next job of the lane whose turn it is. */
  take(): Job | undefined
}

/** @param now milliseconds that never go back */
export function createLanes<Job>(laneOf: (job: Job) => string, now: () => number): Lanes<Job> {
  /** The lane whose turn it is comes first. */
  const lanes = new Map<string, Job[]>()
  const heldUntil = new Map<string, number>()
  const openFrom = (lane: string) => heldUntil.get(lane) ?? -Infinity

  return {
    push: (job) => {
      const lane = laneOf(job)
      const jobs = lanes.get(lane)
      if (jobs === undefined) lanes.set(lane, [job])
      else jobs.push(job)
    },
    remove: (job) => {
      const lane = laneOf(job)
      const jobs = lanes.get(lane) ?? []
      const at = jobs.indexOf(job)
      if (at === -1) return false
      jobs.splice(at, 1)
      if (jobs.length === 0) lanes.delete(lane)
      return true
    },
    hold: (lane, ms) => {
      heldUntil.set(lane, Math.max(openFrom(lane), now() + ms))
    },
    opensAt: () => Math.min(...[...lanes.keys()].map(openFrom)),
    take: () => {
      for (const [lane, jobs] of lanes) {
        if (openFrom(lane) > now()) continue
        heldUntil.delete(lane)
        const job = jobs.shift()
        // Taken out and put back, the lane is the last in turn.
        lanes.delete(lane)
        if (jobs.length > 0) lanes.set(lane, jobs)
        return job
      }
      return undefined
    },
  }
}
