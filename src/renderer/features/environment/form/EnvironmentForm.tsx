import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { type Call, useCall } from '../../../data/state/calls.ts'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Form, SaveBar } from '../../../ui/fields/Form.tsx'
import { type EditedForm, useEdits } from '../../../ui/hooks/useEdits.ts'
import {
  type AccessForm,
  accessInput,
  accessProblems,
  type AccessProps,
  firstProblem,
  secretsOf,
  storedAccess,
} from './accessForm.ts'
import { refusedFields } from './ownSchemeForm.ts'
import { formWords } from './words.ts'

/** Returns where secrets are kept on this machine, as a sentence. */
export function useSecretStorage(): string {
  const storage = useAppState((state) => state.feed.status?.secretStorage ?? '')
  return storage === '' || /[.!?]$/.test(storage) ? storage : `${storage}.`
}

/**
 * The form of an environment's settings with its save bar. Connection and Secrets each show a part of the same draft, so
 * an edit survives a change of tab and is saved from either.
 * @param children the sections, from what they share
 */
export function EnvironmentForm({
  environment,
  children,
}: {
  environment: Environment
  children: (shared: AccessProps) => ReactNode
}) {
  const client = useClient()
  const draft = useEdits(`access:${environment.id}`, storedAccess(environment), secretsOf(environment))
  const problems = accessProblems(draft.form)
  const blocked = firstProblem(problems)
  const save = useCall(async () => {
    const sent = draft.edits
    const saved = await client.environments.update({ id: environment.id, ...accessInput(sent) })
    draft.saved(sent)
    return saved
  })
  const refused = refusedFields(save.problem?.issues ?? [])
  return (
    <Form
      onSubmit={() => {
        if (blocked === null && draft.edited) void save.run()
      }}
    >
      {children({ environment, draft, problems, refused, clearRefusal: save.reset })}
      <AccessSaveBar draft={draft} save={save} blocked={blocked} />
    </Form>
  )
}

interface AccessSaveBarProps {
  draft: EditedForm<AccessForm>
  save: Call<[], Environment>
  /** Why it cannot be saved as it is, or null. */
  blocked: string | null
}

/** Shown at the lower edge while something is not saved. */
function AccessSaveBar({ draft, save, blocked }: AccessSaveBarProps) {
  return (
    <>
      <p className="unseen" role="status">
        {draft.edited || save.answer === undefined ? '' : formWords.saved}
      </p>
      {draft.edited && (
        <SaveBar
          label={formWords.save}
          busy={save.busy}
          blocked={blocked}
          note={save.busy ? formWords.saving : formWords.notSaved(Object.keys(draft.edits).length)}
          onDiscard={draft.discard}
          problem={
            save.problem !== null && (
              <ErrorNote>
                {save.problem.message} {formWords.typedIsKept}
              </ErrorNote>
            )
          }
        />
      )}
    </>
  )
}
