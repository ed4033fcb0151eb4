import { useState } from 'react'
import type { Environment, Status, WebhookConfig, WebhookConfigPreview } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { useEdits } from '../ui/useEdits.ts'
import { problemOf } from '../wire/problem.ts'
import { webhookConfigWords } from '../words/webhookConfig.ts'
import { ApplyBar, type Sends } from './ApplyBar.tsx'
import { ApplyResult } from './ApplyResult.tsx'
import { ChangeList, type Sending } from './ChangeList.tsx'
import { ConfigFields } from './ConfigFields.tsx'
import { Drift } from './Drift.tsx'
import { usePreview } from './usePreview.ts'
import { inputOf, problemsOf, storedForm, type WebhookConfigForm } from './webhookConfigForm.ts'
import './WebhookConfig.css'

interface ConfigFormProps {
  environment: Environment
  config: WebhookConfig
  receiver: Status['receiver']
}

/** What an apply comes to while nothing is edited. */
function sendingOf(preview: WebhookConfigPreview | undefined, { applied }: WebhookConfig): Sends {
  if (preview === undefined || applied === null || preview.fields.some(({ changes }) => changes)) return 'changes'
  return preview.fields.some(({ sent }) => sent) ? 'again' : 'nothing'
}

const secrets: readonly (keyof WebhookConfigForm)[] = ['sharedSecret']

/** The form and its apply. What is typed stays when the service refuses. */
export function ConfigForm({ environment, config, receiver }: ConfigFormProps) {
  const client = useClient()
  const draft = useEdits(`webhook-config:${environment.id}`, storedForm(config), secrets)
  const problems = problemsOf(draft.form, config.desired.sharedSecret.set)
  const [sending, setSending] = useState<Sending>('changed')
  const input = { ...inputOf(draft.form), send: sending }
  const { preview, stale, problem } = usePreview(environment.id, input, JSON.stringify(config))
  const apply = useCall(async () => {
    const edited = draft.edits
    try {
      const { answer, sent } = await client.webhookConfig.apply({ id: environment.id, ...input })
      draft.saved(edited)
      return { answer, sent }
    } catch (error) {
      // The engine keeps what is wanted before it asks the service: a service that refused left everything stored.
      if (problemOf(error).answer !== null) draft.saved(edited)
      throw error
    }
  })
  const refusal = apply.problem?.answer ?? null
  const result = refusal === null ? (apply.answer ?? null) : { answer: refusal, sent: null }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (Object.keys(problems).length === 0) void apply.run()
      }}
    >
      <Drift environmentId={environment.id} config={config} edited={draft.edited} />
      <ConfigFields draft={draft} problems={problems} environment={environment} config={config} receiver={receiver} />
      <ChangeList
        preview={preview}
        everApplied={config.applied !== null}
        stale={stale}
        problem={Object.keys(problems).length > 0 ? webhookConfigWords.mendFirst : (problem?.message ?? null)}
        sending={sending}
        onSending={setSending}
      />
      <ApplyBar
        draft={draft}
        config={config}
        blocked={Object.values(problems)[0] ?? null}
        sends={stale || draft.edited ? 'changes' : sendingOf(preview, config)}
        apply={apply}
      />
      {result !== null && !apply.busy && <ApplyResult {...result} />}
    </form>
  )
}
