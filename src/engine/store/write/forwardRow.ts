import type { DatabaseSync } from 'node:sqlite'
import type { ForwardSummary } from '../../../shared/model.ts'
import type { ForwardRow } from '../records/forwards.ts'

/** A row of `forwards`: what a rule has not simply done. */
export function forwardRowOf(row: Record<string, unknown>): ForwardRow {
  return {
    ruleId: String(row['rule_id']),
    deliveryId: String(row['delivery_id']),
    state: row['state'] as ForwardRow['state'],
    tries: Number(row['tries']),
    dueAt: row['due_at'] as number | null,
    changedAt: Number(row['changed_at']),
  }
}

/** Makes a function that says what all rules of a delivery have come to; undefined where nothing was forwarded. */
export function forwardReader(database: DatabaseSync): (id: number) => ForwardSummary | undefined {
  const attempts = database.prepare(
    `SELECT status FROM attempts WHERE delivery_id = ? AND kind = 'forward' ORDER BY started_at, id`,
  )
  const rows = database.prepare(`SELECT state FROM forwards WHERE delivery_id = ?`)
  return (id) => {
    const states = rows.all(id).map(({ state }) => String(state))
    const statuses = attempts.all(id).map(({ status }) => status as number | null)
    const isWell = (status: number | null): boolean => status !== null && status >= 200 && status < 300
    if (states.length === 0) {
      const well = statuses.findLast(isWell)
      return well === undefined ? undefined : { state: 'done', status: well }
    }
    const status = statuses.findLast((status) => !isWell(status)) ?? null
    return { state: states.includes('failed') ? 'failed' : 'waiting', status }
  }
}

/** What the writer does for forwarding. */
export type ForwardOperation =
  | { kind: 'put-forward'; row: ForwardRow }
  | { kind: 'put-forward-progress'; ruleId: string; environmentId: string; progress: unknown }
  /** Forgets how far a rule has come, and what it has not done. Its attempts stay. */
  | { kind: 'forget-forward-rule'; ruleId: string }

/** Makes functions that write what forwarding notes, in the open transaction of the writer. */
export function forwardWriter(database: DatabaseSync): {
  run(operation: ForwardOperation): void
  put(row: ForwardRow): void
} {
  const put = database.prepare(
    'INSERT OR REPLACE INTO forwards (delivery_id, rule_id, state, tries, due_at, changed_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const settle = database.prepare('DELETE FROM forwards WHERE delivery_id = ? AND rule_id = ?')
  const putProgress = database.prepare(
    'INSERT OR REPLACE INTO forward_progress (rule_id, environment_id, json) VALUES (?, ?, ?)',
  )
  const forget = ['forwards', 'forward_progress'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE rule_id = ?`),
  )
  const write = ({ deliveryId, ruleId, state, tries, dueAt, changedAt }: ForwardRow): void => {
    if (state === 'settled') settle.run(Number(deliveryId), ruleId)
    else put.run(Number(deliveryId), ruleId, state, tries, dueAt, changedAt)
  }
  return {
    put: write,
    run: (operation) => {
      switch (operation.kind) {
        case 'put-forward':
          return write(operation.row)
        case 'put-forward-progress':
          return void putProgress.run(operation.ruleId, operation.environmentId, JSON.stringify(operation.progress))
        case 'forget-forward-rule':
          for (const statement of forget) statement.run(operation.ruleId)
      }
    },
  }
}
