import type { DatabaseSync } from 'node:sqlite'
import type { ForwardSummary } from '../../../shared/model.ts'
import type { DroppedForwards, ForwardRow } from '../records/jobs.ts'
import { isWaiting } from '../schema/truthSchema.ts'
import type { JobLanes } from './jobLanes.ts'

/** Jobs of forwards that a delivery shows: all but those that were done, or that wait for their first try. */
export const isShown = `kind = 'forward' AND (state IN ('running', 'asking', 'failed')
  OR (state = 'waiting' AND (attempts > 0 OR again = 1 OR result IS NOT NULL)))`

/** Given up; one that a catch-up sends again still counts as that until it is sent. */
export const isGivenUp = `kind = 'forward' AND (state = 'failed'
  OR (state = 'waiting' AND attempts = 0 AND again = 0 AND result IS NOT NULL))`

/** Makes a function that returns the combined state of all rules of a delivery; undefined where nothing was forwarded. */
export function forwardReader(database: DatabaseSync): (id: number) => ForwardSummary | undefined {
  const attempts = database.prepare(
    `SELECT status FROM attempts WHERE delivery_id = ? AND kind = 'forward' ORDER BY started_at, id`,
  )
  const jobs = database.prepare(`SELECT ${isGivenUp} AS given_up FROM jobs WHERE delivery_id = ? AND ${isShown}`)
  return (id) => {
    const shown = jobs.all(id)
    const statuses = attempts.all(id).map(({ status }) => status as number | null)
    const isWell = (status: number | null): boolean => status !== null && status >= 200 && status < 300
    if (shown.length === 0) {
      const well = statuses.findLast(isWell)
      return well === undefined ? undefined : { state: 'done', status: well }
    }
    const status = statuses.findLast((status) => !isWell(status)) ?? null
    return { state: shown.some(({ given_up: isFailed }) => isFailed === 1) ? 'failed' : 'waiting', status }
  }
}

/** An operation on the jobs of forwarding rules. */
export type ForwardOperation =
  | { kind: 'put-forward'; row: ForwardRow }
  /** See dropForwards. */
  | { kind: 'drop-forwards'; ruleId: string; which: DroppedForwards }
  /** The pending jobs of a rule wait for no other any more. */
  | { kind: 'unlane-forwards'; ruleId: string }

/** Makes a function that writes the jobs of forwarding rules in the open transaction of the writer. */
export function forwardWriter(database: DatabaseSync, lanes: JobLanes): (operation: ForwardOperation) => void {
  const put = database.prepare(`
    INSERT INTO jobs (kind, owner, delivery_id, state, attempts, due_at, again) VALUES ('forward', ?, ?, ?, ?, ?, ?)
    ON CONFLICT (delivery_id, kind, owner) DO UPDATE SET
      state = excluded.state, attempts = excluded.attempts, due_at = excluded.due_at, again = excluded.again, result = NULL
    RETURNING lane`)
  const pending = `kind = 'forward' AND owner = ?1 AND ${isWaiting} AND (?2 IS NULL OR catch_up = ?2)`
  // One that was tried before stays given up, as it was.
  const giveUp = database.prepare(`
    UPDATE jobs SET state = 'failed', result = NULL
    WHERE ${pending} AND (attempts > 0 OR again = 1 OR result IS NOT NULL)`)
  const breakOff = database.prepare(
    `UPDATE jobs SET state = 'failed', again = 1 WHERE kind = 'forward' AND owner = ? AND state = 'running'`,
  )
  const drop = database.prepare(`DELETE FROM jobs WHERE ${pending}`)
  const dropAll = database.prepare(`DELETE FROM jobs WHERE kind = 'forward' AND owner = ?`)
  const releaseLane = database.prepare(
    `UPDATE jobs SET lane = NULL, blocked = 0 WHERE kind = 'forward' AND owner = ? AND state IN ('waiting', 'running')`,
  )

  return (operation) => {
    switch (operation.kind) {
      case 'put-forward': {
        const { ruleId, deliveryId, state, tries, dueAt, again } = operation.row
        const [row] = put.all(ruleId, Number(deliveryId), state, tries, dueAt ?? 0, again ? 1 : 0)
        if (typeof row?.['lane'] === 'string') lanes.arrange(ruleId, row['lane'])
        return
      }
      case 'drop-forwards': {
        const { ruleId, which } = operation
        if (which === 'all') {
          dropAll.run(ruleId)
          return
        }
        if (which === 'open') breakOff.run(ruleId)
        const catchUp = typeof which === 'number' ? which : null
        giveUp.run(ruleId, catchUp)
        drop.run(ruleId, catchUp)
        lanes.arrangeAll(ruleId)
        return
      }
      case 'unlane-forwards':
        releaseLane.run(operation.ruleId)
    }
  }
}
