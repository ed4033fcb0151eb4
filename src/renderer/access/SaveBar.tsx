import type { Environment } from '../../shared/wireTypes.ts'
import type { Call } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { countOf } from '../ui/format.ts'
import type { EditedForm } from '../ui/useEdits.ts'
import type { AccessForm } from './accessForm.ts'

interface SaveBarProps {
  draft: EditedForm<AccessForm>
  save: Call<[], Environment>
  /** Why it cannot be saved as it is, or null. */
  blocked: string | null
}

/** Stands at the lower edge while something is not saved. */
export function SaveBar({ draft, save, blocked }: SaveBarProps) {
  if (!draft.edited)
    return (
      <p className="unseen" aria-live="polite">
        {save.answer === undefined ? '' : 'Saved.'}
      </p>
    )
  return (
    <div className="access-save">
      {save.problem !== null && <ErrorNote>{save.problem.message} What you typed is kept.</ErrorNote>}
      <div className="access-line">
        <Button type="submit" look="primary" busy={save.busy} disabled={blocked !== null}>
          Save
        </Button>
        <Button look="quiet" disabled={save.busy} onClick={draft.discard}>
          Discard changes
        </Button>
        <p className="muted" aria-live="polite">
          {save.busy ? 'Saving …' : (blocked ?? `${countOf(Object.keys(draft.edits).length, 'change')} not saved.`)}
        </p>
      </div>
    </div>
  )
}
