import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  Environment,
  Status,
  WebhookConfig,
  WebhookConfigInput,
  WebhookConfigPreview,
} from '../../../../shared/wireTypes.ts'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { useApp, useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import { type Problem, problemOf } from '../../../data/wire/problem.ts'
import { filled } from '../../../text/visibleText.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { RadioField, Form } from '../../../ui/fields/Form.tsx'
import { SwitchField } from '../../../ui/fields/Field.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import { Columns, Screen, Section } from '../../../ui/layout/Section.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { ApplicationHistory, AskService } from './ApplicationHistory.tsx'
import { ApplyBar, ApplyResult, ChangeList, repairedFields, type Sending, type Sends } from './ApplyBar.tsx'
import { ConfigFields, inputOf, problemsOf, storedForm, type WebhookConfigForm } from './ConfigFields.tsx'
import { followWords, webhookConfigWords } from './words.ts'
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
            <ApplicationHistory key={`history-${environment.id}`} environmentId={environment.id} />
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
  const { preview, stale, problem } = usePreview(environment.id, input)
  const apply = useMutation({
    mutationFn: async () => {
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
    },
  })
  const mayGoOn = useProductionGuard()
  const applyAsked = async () => {
    if (await mayGoOn(environment, productionWords.apply)) apply.mutate()
  }
  const refusal = apply.error?.answer ?? null
  const result = refusal === null ? (apply.data ?? null) : { answer: refusal, sent: null }
  return (
    <Form
      onSubmit={() => {
        if (Object.keys(problems).length === 0 && !apply.isPending) void applyAsked()
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
        busy={apply.isPending}
        problem={apply.error}
      />
      {result !== null && <ApplyResult {...result} isDisabled={config.applied?.enabled === false} />}
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
function usePreview(environmentId: string, input: WebhookConfigInput): Previewed {
  const wanted = JSON.stringify(input)
  const settled = useSettled(wanted, calmMs)
  const { data, isFetching, error } = useQuery(
    useCalls().webhookConfig.preview.queryOptions({
      input: { id: environmentId, ...(JSON.parse(settled) as WebhookConfigInput) },
      placeholderData: keepPreviousData,
    }),
  )
  return { preview: data, stale: isFetching || settled !== wanted, problem: error }
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
  const repair = useMutation(useCalls().webhookConfig.repair.mutationOptions())
  const mayGoOn = useProductionGuard()
  const repairAsked = async () => {
    if (await mayGoOn(environment, productionWords.apply)) repair.mutate({ id: environment.id })
  }
  if (drift.length === 0) return null
  return (
    <div className={styles.drift}>
      <ErrorNote
        look="warn"
        next={
          <Button busy={repair.isPending} onClick={() => void repairAsked()}>
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
      {repair.error !== null && <ErrorNote>{repair.error.message}</ErrorNote>}
    </div>
  )
}

const onQuit: readonly { value: Environment['onQuit']; label: string; hint: string }[] = [
  { value: 'leave', label: followWords.leave, hint: followWords.leaveHint },
  { value: 'disable', label: followWords.disable, hint: followWords.disableHint },
  { value: 'restore', label: followWords.restore, hint: followWords.restoreHint },
]

/** Automatic updates of the service: when the tunnel moves, and when the app quits. Takes effect at once. */
function FollowSettings({ environment }: { environment: Environment }) {
  const { shown, choose, error } = useWishes(environment)
  // The sandbox runs in this app: it needs no tunnel, and quits with it.
  if (environment.kind === 'sandbox') return null
  return (
    <Section title={followWords.title} lead={followWords.lead}>
      <SwitchField
        label={followWords.followTunnel}
        hint={followWords.followTunnelHint}
        checked={shown.followTunnel}
        onChange={(followTunnel) => choose({ followTunnel })}
      />
      <fieldset className={styles.onQuit}>
        <legend className={fieldStyles.label}>{followWords.onQuit}</legend>
        {onQuit.map(({ value, label, hint }) => (
          <div key={value}>
            <RadioField
              name="on-quit"
              label={label}
              checked={shown.onQuit === value}
              noteId={`on-quit-${value}`}
              onChange={() => choose({ onQuit: value })}
            />
            <p id={`on-quit-${value}`} className={`${fieldStyles.note} ${styles.onQuitNote}`}>
              {hint}
            </p>
          </div>
        ))}
      </fieldset>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
    </Section>
  )
}

type Wishes = Pick<Environment, 'followTunnel' | 'onQuit'>

/** Shows a choice at once and saves it behind, one after the other: who goes through them by keyboard is not held up. */
function useWishes(environment: Environment) {
  const { id } = environment
  const [wanted, setWanted] = useState<{ from: Environment | null; change: Partial<Wishes> }>(nothingWanted)
  const save = useMutation(
    useCalls().environments.update.mutationOptions({
      scope: { id },
      onError: () => setWanted(nothingWanted),
    }),
  )
  const choose = (change: Partial<Wishes>) => {
    setWanted((now) => ({
      from: environment,
      change: now.from === environment ? { ...now.change, ...change } : change,
    }))
    save.mutate({ id, ...change })
  }
  // The next update of the environment knows better.
  const shown = wanted.from === environment ? { ...environment, ...wanted.change } : environment
  return { shown, choose, error: save.error }
}

const nothingWanted = { from: null, change: {} }
