import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import type { Problem } from '../../../data/wire/problem.ts'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Form, SaveBar } from '../../../ui/fields/Form.tsx'
import { type EditedForm, type Edits, useEdits } from '../../../ui/hooks/useEdits.ts'
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
import { formWords } from '../settingsWords.ts'
import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { senderNameOf, setupOf } from '../../../../shared/signature/senderSetups.ts'
import { Button, Row } from '../../../ui/basics/Button.tsx'

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
  const save = useMutation({
    mutationFn: async (sent: Edits<AccessForm>) =>
      client.environments.update({ id: environment.id, ...accessInput(sent) }),
    onSuccess: (_, sent) => draft.saved(sent),
  })
  const refused = refusedFields(save.error?.issues ?? [])
  const clearRefusal = () => {
    if (save.isError) save.reset()
  }
  return (
    <Form
      onSubmit={() => {
        if (blocked === null && draft.edited && !save.isPending) save.mutate(draft.edits)
      }}
    >
      {children({ environment, draft, problems, refused, clearRefusal })}
      <AccessSaveBar draft={draft} save={save} blocked={blocked} />
    </Form>
  )
}

interface AccessSaveBarProps {
  draft: EditedForm<AccessForm>
  save: { isPending: boolean; isSuccess: boolean; error: Problem | null }
  /** Why it cannot be saved as it is, or null. */
  blocked: string | null
}

/** Shown at the lower edge while something is not saved. */
function AccessSaveBar({ draft, save: { isPending, isSuccess, error }, blocked }: AccessSaveBarProps) {
  return (
    <>
      <p className="unseen" role="status">
        {!draft.edited && isSuccess ? formWords.saved : ''}
      </p>
      {draft.edited && (
        <SaveBar
          label={formWords.save}
          busy={isPending}
          blocked={blocked}
          note={isPending ? formWords.saving : formWords.notSaved(Object.keys(draft.edits).length)}
          onDiscard={draft.discard}
          problem={
            error !== null && (
              <ErrorNote>
                {error.message} {formWords.typedIsKept}
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
  const api = kind === 'sender' ? setupOf(signatureScheme).api : undefined
  const fill = useMutation(useCalls().environments.update.mutationOptions())
  if (api === undefined) return null
  const types = Object.keys(api.paths)
  if (baseUrl !== '' && types.every((type) => type in resourcePaths)) return null
  const filled = {
    baseUrl: baseUrl === '' ? api.baseUrl : baseUrl,
    resourcePaths: { ...api.paths, ...resourcePaths },
  }
  const name = senderNameOf(senderPreset(signatureScheme)?.scheme.label ?? '')
  return (
    <>
      <Row>
        <Button busy={fill.isPending} onClick={() => fill.mutate({ id, ...filled })}>
          {formWords.fillIn(name)}
        </Button>
        <p className="muted">{formWords.fillInNote(api.baseUrl, types.length)}</p>
      </Row>
      {fill.error !== null && <ErrorNote>{fill.error.message}</ErrorNote>}
    </>
  )
}
