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
import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { senderNameOf, setupOf } from '../../../../shared/signature/senderSetups.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Row } from '../../../ui/basics/Stack.tsx'

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

/**
 * Fills in base URL and object paths of a sender whose API is known. Keeps what the user has set. Nothing is shown where the
 * API is not known, or all of it is there.
 */
export function FillInApi({ environment }: { environment: Environment }) {
  const { id, kind, signatureScheme, baseUrl, resourcePaths } = environment
  const client = useClient()
  const api = kind === 'sender' ? setupOf(signatureScheme).api : undefined
  const fill = useCall(async (known: NonNullable<typeof api>) =>
    client.environments.update({
      id,
      baseUrl: baseUrl === '' ? known.baseUrl : baseUrl,
      resourcePaths: { ...known.paths, ...resourcePaths },
    }),
  )
  if (api === undefined) return null
  const types = Object.keys(api.paths)
  if (baseUrl !== '' && types.every((type) => type in resourcePaths)) return null
  const name = senderNameOf(senderPreset(signatureScheme)?.scheme.label ?? '')
  return (
    <>
      <Row>
        <Button busy={fill.busy} onClick={() => void fill.run(api)}>
          {formWords.fillIn(name)}
        </Button>
        <p className="muted">{formWords.fillInNote(api.baseUrl, types.length)}</p>
      </Row>
      {fill.problem !== null && <ErrorNote>{fill.problem.message}</ErrorNote>}
    </>
  )
}
