import type { DatabaseSync } from 'node:sqlite'

/** Jobs of one lane run one after the other, by delivery: all but the first are blocked, and all while one runs. */
export interface JobLanes {
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
  const inLane = `owner = ? AND lane = ? AND lane IS NOT NULL AND state = 'waiting'`
  const first = database.prepare(`SELECT id FROM jobs WHERE ${inLane} AND hidden = 0 ORDER BY delivery_id LIMIT 1`)
  const block = database.prepare(`UPDATE jobs SET blocked = 1 WHERE ${inLane} AND blocked = 0 AND id <> ?`)
  const unblock = database.prepare('UPDATE jobs SET blocked = 0 WHERE id = ? AND blocked = 1')
  const all = database.prepare(
    `SELECT DISTINCT lane FROM jobs WHERE owner = ? AND lane IS NOT NULL AND state = 'waiting' AND hidden = 0`,
  )
  const lanesOf = database.prepare(`
    SELECT DISTINCT owner, lane FROM jobs
    WHERE delivery_id IN (SELECT value FROM json_each(?)) AND lane IS NOT NULL AND state IN ('waiting', 'running')`)

  function arrange(owner: string, lane: string): void {
    const isRunning = running.get(owner, lane) !== undefined
    const head = isRunning ? 0 : Number(first.get(owner, lane)?.['id'] ?? 0)
    block.run(owner, lane, head)
    if (head !== 0) unblock.run(head)
  }

  return {
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
