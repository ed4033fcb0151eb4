import type { Environment } from '../../../../shared/wireTypes.ts'
import type { Call } from '../../../data/state/useCall.ts'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Form, SaveBar } from '../../../ui/Form.tsx'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { Screen } from '../../../ui/Section.tsx'
import { type EditedForm, useEdits } from '../../../ui/useEdits.ts'
import { accessWords } from './words.ts'
import { filled } from '../../../text/filled.tsx'
import { type AccessForm, accessInput, accessProblems, firstProblem, secretsOf, storedAccess } from './accessForm.ts'
import { EnvironmentList } from './environments/EnvironmentList.tsx'
import { EnvironmentSection } from './EnvironmentSection.tsx'
import { FollowUnverified } from './FollowUnverified.tsx'
import { MasterSection } from './MasterSection.tsx'
import { ReadonlySection } from './ReadonlySection.tsx'
import { refusedFields } from './signature/ownSchemeForm.ts'
import { SchemeSection } from './SchemeSection.tsx'
import { SkippedFollowUps } from './SkippedFollowUps.tsx'

/** Who we are at the service: addresses, credentials, and the environments they belong to. */
export function AccessScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  const secretStorage = useAppState((state) => state.feed.status?.secretStorage ?? '')
  if (environment === undefined) return null
  return (
    <Screen
      title={accessWords.title}
      lead={filled(accessWords.lead, {
        name: <strong>{environment.name}</strong>,
        storage: asSentence(secretStorage),
      })}
    >
      <EnvironmentList />
      <AccessEditor key={environment.id} environment={environment} />
      {environment.kind !== 'sender' && (
        <>
          <SkippedFollowUps environmentId={environment.id} />
          <FollowUnverified key={`follow-${environment.id}`} environment={environment} />
        </>
      )}
    </Screen>
  )
}

/** With a full stop, where it has none. */
function asSentence(text: string): string {
  return /[.!?]?$/.exec(text)?.[0] === '' && text !== '' ? `${text}.` : text
}

function AccessEditor({ environment }: { environment: Environment }) {
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
  /** A test is of what is in the fields, so what is not saved yet is saved first. */
  const saveFirst = async () => !draft.edited || (blocked === null && (await save.run()) !== undefined)
  const refused = refusedFields(save.problem?.issues ?? [])
  const shared = { environment, draft, problems, saveFirst, refused, clearRefusal: save.reset }
  return (
    <Form
      onSubmit={() => {
        if (blocked === null && draft.edited) void save.run()
      }}
    >
      <EnvironmentSection {...shared} />
      {environment.kind !== 'sender' && (
        <>
          <MasterSection {...shared} />
          <ReadonlySection {...shared} />
        </>
      )}
      <SchemeSection {...shared} />
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

/** Stands at the lower edge while something is not saved. */
function AccessSaveBar({ draft, save, blocked }: AccessSaveBarProps) {
  return (
    <>
      <p className="unseen" role="status">
        {draft.edited || save.answer === undefined ? '' : accessWords.saved}
      </p>
      {draft.edited && (
        <SaveBar
          label={accessWords.save}
          busy={save.busy}
          blocked={blocked}
          note={save.busy ? accessWords.saving : accessWords.notSaved(Object.keys(draft.edits).length)}
          onDiscard={draft.discard}
          problem={
            save.problem !== null && (
              <ErrorNote>
                {save.problem.message} {accessWords.typedIsKept}
              </ErrorNote>
            )
          }
        />
      )}
    </>
  )
}
