import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { FollowSettings } from '../public-url/TunnelStateSection.tsx'
import { Columns, Screen } from '../../../ui/layout/Section.tsx'
import { webhookConfigWords } from './words.ts'
import { filled } from '../../../text/filled.tsx'
import { ApplicationHistory, AskService } from './ApplicationHistory.tsx'
import { useState } from 'react'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import type {
  Environment,
  Status,
  WebhookConfig,
  WebhookConfigInput,
  WebhookConfigPreview,
} from '../../../../shared/wireTypes.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { type Problem, problemOf } from '../../../data/wire/problem.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { ApplyBar, ApplyResult, type Sends, ChangeList, type Sending } from './ApplyBar.tsx'
import { ConfigFields } from './ConfigFields.tsx'
import { repairedFields, inputOf, problemsOf, storedForm, type WebhookConfigForm } from './webhookForm.ts'
import styles from './Webhook.module.css'

/** Configures where and what the service sends, and shows whether that is still up to date. */
export function WebhookConfigScreen() {
  const status = useAppState((state) => state.feed.status)
  if (status === null) return null
  const { environment, receiver, webhookConfig } = status
  // Briefly after a switch, the rest of the status still belongs to the previous environment.
  if (receiver.url !== null && !receiver.url.endsWith(environment.receiverPath))
    return <Loading what={webhookConfigWords.what} />
  if (environment.kind === 'sender') return <OfSender environment={environment} />
  return (
    <Screen
      title={webhookConfigWords.title}
      lead={filled(webhookConfigWords.lead, { name: <strong>{environment.name}</strong> })}
    >
      <ConfigForm key={environment.id} environment={environment} config={webhookConfig} receiver={receiver} />
      <Columns
        side={
          <>
            <ApplicationHistory
              key={`history-${environment.id}`}
              environmentId={environment.id}
              config={webhookConfig}
            />
            <AskService key={`ask-${environment.id}`} environmentId={environment.id} />
          </>
        }
      >
        <FollowSettings key={`follow-${environment.id}`} environment={environment} />
      </Columns>
    </Screen>
  )
}

/** Other senders are configured on their side: links to their steps and secrets. */
function OfSender({ environment }: { environment: Environment }) {
  const { navigation } = useApp()
  return (
    <Screen
      title={webhookConfigWords.title}
      lead={filled(webhookConfigWords.noneOfSender, {
        name: <strong>{environment.name}</strong>,
        goLive: <a href={navigation.href({ screen: 'go-live' })}>{webhookConfigWords.goLive}</a>,
        secrets: <a href={navigation.href({ screen: 'secrets' })}>{webhookConfigWords.secrets}</a>,
      })}
    />
  )
}

interface ConfigFormProps {
  environment: Environment
  config: WebhookConfig
  receiver: Status['receiver']
}

/** Returns whether an apply of this preview would send changes, resend everything, or send nothing. */
function sendingOf(preview: WebhookConfigPreview | undefined, { applied }: WebhookConfig): Sends {
  if (preview === undefined || applied === null || preview.fields.some(({ changes }) => changes)) return 'changes'
  return preview.fields.some(({ sent }) => sent) ? 'again' : 'nothing'
}

const secrets: readonly (keyof WebhookConfigForm)[] = ['sharedSecret']

/** The form and its Apply button. Keeps the user's input when the service refuses it. */
function ConfigForm({ environment, config, receiver }: ConfigFormProps) {
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
  const mayGoOn = useProductionGuard()
  const applyAsked = async () => {
    if (await mayGoOn(environment, productionWords.apply)) await apply.run()
  }
  const refusal = apply.problem?.answer ?? null
  const result = refusal === null ? (apply.answer ?? null) : { answer: refusal, sent: null }
  return (
    <Form
      onSubmit={() => {
        if (Object.keys(problems).length === 0) void applyAsked()
      }}
    >
      <Drift environment={environment} config={config} edited={draft.edited} />
      <Columns
        side={
          <ChangeList
            preview={preview}
            everApplied={config.applied !== null}
            stale={stale}
            problem={Object.keys(problems).length > 0 ? webhookConfigWords.mendFirst : (problem?.message ?? null)}
            sending={sending}
            onSending={setSending}
          />
        }
      >
        <ConfigFields draft={draft} problems={problems} environment={environment} config={config} receiver={receiver} />
      </Columns>
      <ApplyBar
        draft={draft}
        config={config}
        blocked={Object.values(problems)[0] ?? null}
        sends={stale || draft.edited ? 'changes' : sendingOf(preview, config)}
        apply={apply}
      />
      {result !== null && !apply.busy && <ApplyResult {...result} isDisabled={config.applied?.enabled === false} />}
    </Form>
  )
}

/** Minimum interval between previews while the user types, ms. */
const calmMs = 250

interface Previewed {
  preview: WebhookConfigPreview | undefined
  /** The form has changed since; a new preview is pending. */
  stale: boolean
  problem: Problem | null
}

/** Requests a preview of applying this input, and refreshes it when the form changes. */
function usePreview(environmentId: string, input: WebhookConfigInput, configVersion: string): Previewed {
  const client = useClient()
  const wanted = JSON.stringify(input)
  const settled = useSettled(wanted, calmMs)
  const { data, loading, problem } = useLoad(
    `preview:${environmentId}`,
    async (signal) =>
      client.webhookConfig.preview({ id: environmentId, ...(JSON.parse(settled) as WebhookConfigInput) }, { signal }),
    `${settled}\n${configVersion}`,
  )
  return { preview: data, stale: loading || settled !== wanted, problem }
}

interface DriftProps {
  environment: Environment
  config: WebhookConfig
  /** The form below has changes that are not applied: a repair does not send them. */
  edited: boolean
}

/** Shows how the applied config differs from the required one, with a button that repairs it. */
function Drift({ environment, config, edited }: DriftProps) {
  const { drift } = config
  const client = useClient()
  const repair = useCall(async () => client.webhookConfig.repair({ id: environment.id }))
  const mayGoOn = useProductionGuard()
  const repairAsked = async () => {
    if (await mayGoOn(environment, productionWords.apply)) await repair.run()
  }
  if (drift.length === 0) return null
  return (
    <div className={styles.drift}>
      <ErrorNote
        look="warn"
        next={
          <Button busy={repair.busy} onClick={() => void repairAsked()}>
            {webhookConfigWords.repair}
          </Button>
        }
      >
        <p className={styles.driftTitle}>{webhookConfigWords.drift}</p>
        <ul>
          {drift.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {edited && <p>{webhookConfigWords.repairSends(repairedFields(config))}</p>}
      </ErrorNote>
      {repair.problem !== null && <ErrorNote>{repair.problem.message}</ErrorNote>}
    </div>
  )
}
