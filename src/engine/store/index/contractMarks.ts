import type { DatabaseSync } from 'node:sqlite'
import type { ContractResult } from '../../../shared/wireTypes.ts'

/** The result of validating a delivery, to be kept in the index. */
export interface ContractMark {
  deliveryId: string
  result: ContractResult
}

/** Results of one contract of an environment; without a contract the environment has none any more. */
export interface ContractMarks {
  environmentId: string
  /** The contract's fingerprint: from now on only results of this one count. */
  contract: string | null
  marks: readonly ContractMark[]
}

/** Changes of older deliveries are not announced: lists show them when they are read again. */
const maxAnnounced = 500

/** Makes a function that writes results, inside a transaction. Returns the deliveries whose summaries are to be announced. */
export function contractMarkWriter(database: DatabaseSync): (given: ContractMarks) => Set<number> {
  const currentOf = database.prepare('SELECT contract FROM current_contracts WHERE environment_id = ?')
  const setCurrent = database.prepare(
    'INSERT OR REPLACE INTO current_contracts (environment_id, contract) VALUES (?, ?)',
  )
  const removeCurrent = database.prepare('DELETE FROM current_contracts WHERE environment_id = ?')
  // Selects from entries: a delivery may have been removed.
  const put = database.prepare(`
    INSERT OR REPLACE INTO contract_results (id, environment_id, contract, state, result)
    SELECT id, environment_id, ?, ?, ? FROM entries WHERE id = ?`)
  const newest = database.prepare(`SELECT id FROM entries ORDER BY id DESC LIMIT 1 OFFSET ${maxAnnounced}`)
  const marked = database.prepare(`
    SELECT id FROM contract_results WHERE id > ? AND environment_id = ?`)

  return ({ environmentId, contract, marks }) => {
    const after = Number(newest.get()?.['id'] ?? 0)
    const changed = new Set<number>()
    if ((currentOf.get(environmentId)?.['contract'] ?? null) !== contract) {
      for (const { id } of marked.all(after, environmentId)) changed.add(Number(id))
      if (contract === null) removeCurrent.run(environmentId)
      else setCurrent.run(environmentId, contract)
    }
    for (const { deliveryId, result } of marks) {
      put.run(contract, result.state, JSON.stringify(result), Number(deliveryId))
      if (Number(deliveryId) > after) changed.add(Number(deliveryId))
    }
    return changed
  }
}

/** Makes a function that returns what the environment's contract says about a delivery; undefined where nothing (yet). */
export function contractMarkReader(
  database: DatabaseSync,
): (entry: { id: number; environmentId: string }) => ContractResult['state'] | undefined {
  const find = database.prepare(`
    SELECT r.state FROM contract_results AS r
    JOIN current_contracts AS c ON c.environment_id = r.environment_id AND c.contract = r.contract
    WHERE r.id = ? AND r.environment_id = ?`)
  return ({ id, environmentId }) => find.get(id, environmentId)?.['state'] as ContractResult['state'] | undefined
}
