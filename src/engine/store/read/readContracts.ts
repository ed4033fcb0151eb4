import type { DatabaseSync } from 'node:sqlite'
import type { ContractResult } from '../../../shared/wireTypes.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import { hiddenReader } from '../write/hiddenWriter.ts'

/** Deliveries that have no result of a contract, among some that were looked at, newest first. */
export interface UnvalidatedPage {
  ids: string[]
  /** The last one that was looked at; null at the end. */
  last: string | null
}

export interface ContractCounts extends Record<ContractResult['state'], number> {
  /** Deliveries of the environment that have no result yet. */
  pending: number
}

export interface ContractQueries {
  /** The result of the environment's contract for a delivery, or null. */
  contractResult(id: string): ContractResult | null
  unvalidated(environmentId: string, contract: string, before: string | null, count: number): UnvalidatedPage
  contractCounts(environmentId: string, contract: string): ContractCounts
}

/** Makes the queries of a connection that openReader made. */
export function createContractQueries(database: DatabaseSync): ContractQueries {
  const find = database.prepare(`
    SELECT r.result FROM contract_results AS r
    JOIN current_contracts AS c ON c.environment_id = r.environment_id AND c.contract = r.contract WHERE r.id = ?`)
  const page = database.prepare(`
    SELECT e.id, r.id IS NULL AS pending FROM entries AS e
    LEFT JOIN contract_results AS r ON r.id = e.id AND r.contract = ?2
    WHERE e.environment_id = ?1 AND e.id < ?3 ORDER BY e.id DESC LIMIT ?4`)
  const byState = database.prepare(`
    SELECT state, count(*) AS deliveries FROM contract_results WHERE environment_id = ? AND contract = ? GROUP BY state`)
  const total = database.prepare('SELECT sum(deliveries) AS deliveries FROM environment_sizes WHERE environment_id = ?')
  const readHidden = hiddenReader(database)

  return {
    contractResult(id) {
      const row = /^\d{1,15}$/.test(id) && !readHidden()(Number(id)) ? find.get(Number(id)) : undefined
      return row === undefined ? null : (JSON.parse(String(row['result'])) as ContractResult)
    },
    unvalidated(environmentId, contract, before, count) {
      const rows = page.all(environmentId, contract, before === null ? Number.MAX_SAFE_INTEGER : Number(before), count)
      const last = rows.at(-1)
      return {
        ids: rows.filter(({ pending }) => pending === 1).map(({ id }) => String(id)),
        last: rows.length < count || last === undefined ? null : String(last['id']),
      }
    },
    contractCounts: (environmentId, contract) =>
      inReadTransaction(database, () => {
        const counts: ContractCounts = { held: 0, violated: 0, unmatched: 0, unfinished: 0, pending: 0 }
        let validated = 0
        for (const row of byState.all(environmentId, contract)) {
          counts[row['state'] as ContractResult['state']] = Number(row['deliveries'])
          validated += Number(row['deliveries'])
        }
        counts.pending = Math.max(0, Number(total.get(environmentId)?.['deliveries'] ?? 0) - validated)
        return counts
      }),
  }
}
