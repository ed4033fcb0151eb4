import type { CauseId } from '../../../codes/signature/causes.ts'
import { bodyCauses } from './bodyCauses.ts'
import type { Cause } from './cause.ts'
import { digestCauses } from './digestCauses.ts'
import { messageCauses } from './messageCauses.ts'
import { observationCauses } from './observationCauses.ts'
import { secretCauses } from './secretCauses.ts'

/** The texts of each cause. */
export const causes: Readonly<Record<CauseId, Cause>> = {
  ...digestCauses,
  ...secretCauses,
  ...bodyCauses,
  ...messageCauses,
  ...observationCauses,
}
