import type { Environment } from '../../shared/wireTypes.ts'
import type { EditedForm } from '../ui/useEdits.ts'
import type { AccessForm, accessProblems } from './accessForm.ts'
import type { OwnSchemeProblems } from './signature/ownSchemeForm.ts'

/** What every section of the Access screen works on. */
export interface AccessProps {
  environment: Environment
  draft: EditedForm<AccessForm>
  problems: ReturnType<typeof accessProblems>
  /** What the engine did not take of the own scheme at the last save. */
  refused: OwnSchemeProblems
  /** Forgets it, because something was changed since. */
  clearRefusal: () => void
  /** Saves what is not saved yet; false when that failed, which the save bar tells. */
  saveFirst: () => Promise<boolean>
}
