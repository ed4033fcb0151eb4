import { explain } from '../../../src/engine/signature/explain/explain.ts'
import type { Budget, ExplainInput } from '../../../src/engine/signature/explain/types.ts'
import type { Example } from './examples.ts'
import { findingInWords } from '../../../src/shared/words/signature/findings.ts'

/** The explanation with the sentences that people read. */
export function explainInWords(input: ExplainInput, budget: Budget) {
  const explanation = explain(input, budget)
  return { ...explanation, findings: explanation.findings.map(findingInWords) }
}

const known = new Map<Example, ReturnType<typeof explainInWords>>()

/** The explanation of an example. Several tests look at all of them, so each is made once. */
export function explainedExample(example: Example): ReturnType<typeof explainInWords> {
  const made = known.get(example) ?? explainInWords(example.make(), { isSpent: () => false, bytes: 512 * 1024 * 1024 })
  known.set(example, made)
  return made
}
