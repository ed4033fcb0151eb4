import type { ExplainInput } from '../../../src/engine/signature/explain/types.ts'
import { bodyExamples } from './bodyExamples.ts'
import { digestExamples } from './digestExamples.ts'
import { headerExamples } from './headerExamples.ts'
import { observationExamples } from './observationExamples.ts'
import { otherCases } from './otherKinds.ts'
import { secretExamples } from './secretExamples.ts'

/** A case whose first finding is this cause. The documentation's table is generated from them. */
export interface Example {
  cause: string
  /** The mistake, as a sentence without its end. */
  title: string
  make(): ExplainInput
}

/** At least one example of every cause that the engine can name. */
export const examples: readonly Example[] = [
  ...secretExamples,
  ...digestExamples,
  ...bodyExamples,
  ...observationExamples,
  ...otherCases,
  ...headerExamples,
]
