import type { Environment } from '../../shared/wireTypes.ts'
import type { Call } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import type { EditedForm } from '../ui/useEdits.ts'
import { accessWords } from '../words/access.ts'
import type { AccessForm } from './accessForm.ts'

interface SaveBarProps {
  draft: EditedForm<AccessForm>
  save: Call<[], Environment>
  /** Why it cannot be saved as it is, or null. */
  blocked: string | null
}

/** Stands at the lower edge while something is not saved. */
export function SaveBar({ draft, save, blocked }: SaveBarProps) {
  return (
    <>
      <p className="unseen" role="status">
        {draft.edited || save.answer === undefined ? '' : accessWords.saved}
      </p>
      {draft.edited && <Bar draft={draft} save={save} blocked={blocked} />}
    </>
  )
}

function Bar({ draft, save, blocked }: SaveBarProps) {
  return (
    <div className="access-save">
      {save.problem !== null && (
        <ErrorNote>
          {save.problem.message} {accessWords.typedIsKept}
        </ErrorNote>
      )}
      <div className="access-line">
        <Button type="submit" look="primary" busy={save.busy} disabled={blocked !== null}>
          {accessWords.save}
        </Button>
        <Button look="quiet" disabled={save.busy} onClick={draft.discard}>
          {accessWords.discard}
        </Button>
        <p className="muted" aria-live="polite">
          {save.busy ? accessWords.saving : (blocked ?? accessWords.notSaved(Object.keys(draft.edits).length))}
        </p>
      </div>
    </div>
  )
}
