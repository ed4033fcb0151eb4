import type { Environment } from '../../shared/wireTypes.ts'
import { useAppState, useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Screen } from '../ui/Section.tsx'
import { useEdits } from '../ui/useEdits.ts'
import { accessWords } from '../words/access.ts'
import { filled } from '../words/filled.tsx'
import { accessInput, accessProblems, firstProblem, secretsOf, storedAccess } from './accessForm.ts'
import { EnvironmentList } from './environments/EnvironmentList.tsx'
import { EnvironmentSection } from './EnvironmentSection.tsx'
import { FollowUnverified } from './FollowUnverified.tsx'
import { MasterSection } from './MasterSection.tsx'
import { ReadonlySection } from './ReadonlySection.tsx'
import { SaveBar } from './SaveBar.tsx'
import { refusedFields } from './signature/ownSchemeForm.ts'
import { SchemeSection } from './signature/SchemeSection.tsx'
import './Access.css'

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
      <FollowUnverified key={`follow-${environment.id}`} environment={environment} />
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
  /** A test is of what stands in the fields, so what is not saved yet is saved first. */
  const saveFirst = async () => !draft.edited || (blocked === null && (await save.run()) !== undefined)
  const refused = refusedFields(save.problem?.issues ?? [])
  const shared = { environment, draft, problems, saveFirst, refused, clearRefusal: save.reset }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (blocked === null && draft.edited) void save.run()
      }}
    >
      <EnvironmentSection {...shared} />
      <MasterSection {...shared} />
      <ReadonlySection {...shared} />
      <SchemeSection {...shared} />
      <SaveBar draft={draft} save={save} blocked={blocked} />
    </form>
  )
}
