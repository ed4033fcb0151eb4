import type { ContractRemark } from '../../shared/codes/contracts.ts'
import type { ContractResult } from '../../shared/wireTypes.ts'
import { contractRemarkSentence } from '../../shared/words/contracts.ts'

/** The result of a validation that has no end. */
export function unfinished(why: ContractRemark): ContractResult {
  const reason = contractRemarkSentence(why)
  return { state: 'unfinished', message: null, matched: null, violations: [], more: 0, why, reason }
}
