import type { DatabaseSync } from 'node:sqlite'

/**
 * Jobs of one lane run one after the other, by delivery: all but the first are blocked, and all while one runs. So a lane
 * in which no job is free and none runs has none that is pending.
 */
export interface JobLanes {
  /** The place that a new job of a lane gets: the only one, before all others, or behind one that is pending or runs. */
  placeOf(owner: string, lane: string, deliveryId: number): 'only' | 'first' | 'behind'
  /** Call it after any change of the jobs of a lane. */
  arrange(owner: string, lane: string): void
  arrangeAll(owner: string): void
  /** Changes jobs of these deliveries, and then arranges their lanes. */
  around<Result>(deliveryIds: readonly number[], change: () => Result): Result
}

/** Makes it for the writer's connection. */
export function jobLanes(database: DatabaseSync): JobLanes {
  const running = database.prepare(
    `SELECT 1 FROM jobs WHERE kind = 'forward' AND owner = ? AND lane = ? AND state = 'running' LIMIT 1`,
  )
  const inLane = `owner = ? AND lane = ? AND lane IS NOT NULL AND state = 'waiting' AND hidden = 0`
  const first = (blocked: 0 | 1) =>
    database.prepare(
      `SELECT id, delivery_id FROM jobs WHERE ${inLane} AND blocked = ${blocked} ORDER BY delivery_id LIMIT 1`,
    )
  const [firstFree, firstBlocked] = [first(0), first(1)]
  const block = database.prepare(`UPDATE jobs SET blocked = 1 WHERE ${inLane} AND blocked = 0 AND id <> ?`)
  const unblock = database.prepare('UPDATE jobs SET blocked = 0 WHERE id = ?')
  const all = database.prepare(
    `SELECT DISTINCT lane FROM jobs WHERE owner = ? AND lane IS NOT NULL AND state = 'waiting' AND hidden = 0`,
  )
  const lanesOf = database.prepare(`
    SELECT DISTINCT owner, lane FROM jobs
    WHERE delivery_id IN (SELECT value FROM json_each(?)) AND lane IS NOT NULL AND state IN ('waiting', 'running')`)

  function arrange(owner: string, lane: string): void {
    const isRunning = running.get(owner, lane) !== undefined
    const [free, blocked] = [firstFree.get(owner, lane), firstBlocked.get(owner, lane)]
    const isBefore = Number(blocked?.['delivery_id'] ?? Infinity) < Number(free?.['delivery_id'] ?? Infinity)
    const head = isRunning ? undefined : isBefore ? blocked : free
    if (free !== undefined) block.run(owner, lane, Number(head?.['id'] ?? 0))
    if (head !== undefined && head === blocked) unblock.run(Number(head['id']))
  }

  function placeOf(owner: string, lane: string, deliveryId: number): ReturnType<JobLanes['placeOf']> {
    const free = firstFree.get(owner, lane)
    if (free !== undefined) return Number(free['delivery_id']) < deliveryId ? 'behind' : 'first'
    return running.get(owner, lane) === undefined ? 'only' : 'behind'
  }

  return {
    placeOf,
    arrange,
    arrangeAll(owner) {
      for (const { lane } of all.all(owner)) arrange(owner, String(lane))
    },
    around(deliveryIds, change) {
      const lanes = lanesOf.all(JSON.stringify(deliveryIds))
      const result = change()
      for (const { owner, lane } of lanes) arrange(String(owner), String(lane))
      return result
    },
  }
}
