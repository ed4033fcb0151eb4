import type { Explanation, ExplainInput } from '../signature/explain/types.ts'

/** Limits of a search: time in ms and bytes that are hashed. */
export interface SearchBudget {
  ms: number
  bytes: number
}

export interface ExplainCall {
  number: number
  input: ExplainInput
  budget: SearchBudget
  /** Ends with the first proof. */
  untilProof: boolean
}

export interface ExplainAnswer {
  number: number
  explanation: Explanation
}
