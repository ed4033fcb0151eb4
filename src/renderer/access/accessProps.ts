import type { Environment } from '../../shared/wireTypes.ts'
import type { EditedForm } from '../ui/useEdits.ts'
import type { AccessForm, accessProblems } from './accessForm.ts'

/** What every section of the Access screen works on. */
export interface AccessProps {
  environment: Environment
  draft: EditedForm<AccessForm>
  problems: ReturnType<typeof accessProblems>
  /** Saves what is not saved yet; false when that failed, which the save bar tells. */
  saveFirst: () => Promise<boolean>
}
