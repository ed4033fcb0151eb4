import type { Environment, Status, WebhookConfig } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Section } from '../ui/Section.tsx'
import { ServiceAnswerView } from '../ui/ServiceAnswerView.tsx'
import { useEdits } from '../ui/useEdits.ts'
import { problemOf } from '../wire/problem.ts'
import { ApplyBar } from './ApplyBar.tsx'
import { ChangeList } from './ChangeList.tsx'
import { changesOf } from './changesOf.ts'
import { ConfigFields } from './ConfigFields.tsx'
import { inputOf, problemsOf, storedForm, type WebhookConfigForm } from './webhookConfigForm.ts'
import './WebhookConfig.css'

interface ConfigFormProps {
  environment: Environment
  config: WebhookConfig
  receiver: Status['receiver']
}

const secrets: readonly (keyof WebhookConfigForm)[] = ['sharedSecret']

/** The form and its apply. What is typed stays when the service refuses. */
export function ConfigForm({ environment, config, receiver }: ConfigFormProps) {
  const client = useClient()
  const draft = useEdits(`webhook-config:${environment.id}`, storedForm(config), secrets)
  const problems = problemsOf(draft.form, config.desired.sharedSecret.set)
  const apply = useCall(async () => {
    const sent = draft.edits
    try {
      const { answer } = await client.webhookConfig.apply({ id: environment.id, ...inputOf(draft.form) })
      draft.saved(sent)
      return answer
    } catch (error) {
      // The engine keeps what is wanted before it asks the service: a service that refused left everything stored.
      if (problemOf(error).answer !== null) draft.saved(sent)
      throw error
    }
  })
  const said = apply.problem === null ? (apply.answer ?? null) : apply.problem.answer
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (Object.keys(problems).length === 0) void apply.run()
      }}
    >
      <ConfigFields draft={draft} problems={problems} environment={environment} config={config} receiver={receiver} />
      <ChangeList changes={changesOf(draft.form, config)} />
      <ApplyBar draft={draft} config={config} blocked={Object.values(problems)[0] ?? null} apply={apply} />
      {said !== null && said.status !== null && !apply.busy && (
        <Section title="What the service said">
          <ServiceAnswerView answer={said} />
        </Section>
      )}
    </form>
  )
}
