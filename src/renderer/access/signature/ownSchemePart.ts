import type { OwnSchemeForm, OwnSchemeProblems } from './ownSchemeForm.ts'

/** What the parts of an own scheme's form work on. */
export interface OwnSchemePartProps {
  form: OwnSchemeForm
  problems: OwnSchemeProblems
  set: <K extends keyof OwnSchemeForm>(field: K, value: OwnSchemeForm[K]) => void
}
