import { explain } from '../../../src/engine/signature/explain/explain.ts'
import type { Budget, ExplainInput } from '../../../src/engine/signature/explain/types.ts'
import { findingInWords } from '../../../src/shared/words/findings.ts'

/** The explanation with the sentences that people read. */
export function explainInWords(input: ExplainInput, budget: Budget) {
  const explanation = explain(input, budget)
  return { ...explanation, findings: explanation.findings.map(findingInWords) }
}
