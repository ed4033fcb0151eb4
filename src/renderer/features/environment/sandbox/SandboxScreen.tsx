import { useMutation, useQuery } from '@tanstack/react-query'
import { Eye, Presentation } from 'lucide-react'
import { useState } from 'react'
import type { SandboxState } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import type { App } from '../../../data/state/startApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { Columns, Screen, Section, Fact, Facts } from '../../../ui/layout/Section.tsx'
import { stageWords } from '../../send/presentation/stageWords.ts'
import { ClockSection, SendingSettings } from './SandboxSettings.tsx'
import { ObjectList, Outbox } from './SandboxTables.tsx'
import { creatable, silenceOf, specials, sandboxWords as words } from './words.ts'
import styles from './Sandbox.module.css'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import { typeWords } from '../webhook/words.ts'
import { shortReceiverKey } from '../../../../shared/receiverKey.ts'

/** The built-in service: make something happen there and see it arrive. */
export function SandboxScreen() {
  const { navigation } = useApp()
  const { data, error, refetch } = useQuery(useCalls().sandbox.get.queryOptions())
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <Button
          icon={<Presentation aria-hidden="true" />}
          onClick={() => navigation.go({ present: true, screen: 'presentation' })}
        >
          {stageWords.start}
        </Button>
      }
    >
      {error !== null && (
        <ErrorNote next={<Button onClick={() => void refetch()}>{words.loadAgain}</Button>}>{error.message}</ErrorNote>
      )}
      {data === undefined ? (
        error === null && <Loading what={words.what} />
      ) : (
        <Columns
          tables
          side={
            <>
              <ObjectList objects={data.objects} clock={data.clock} />
              <Outbox entries={data.outbox} clock={data.clock} />
              <SandboxFacts sandbox={data} />
            </>
          }
        >
          <CreateObjects sandbox={data} />
          <ClockSection clock={data.clock} />
          <SpecialDeliveries />
          <SendingSettings settings={data.settings} />
        </Columns>
      )}
    </Screen>
  )
}

/** A button for each type. Creating an object notifies, as far as the webhook-config wants it. */
function CreateObjects({ sandbox }: { sandbox: SandboxState }) {
  const { navigation } = useApp()
  const environment = useAppState((state) => state.feed.status?.environment)
  const [fields, setFields] = useState('')
  const [unread, setUnread] = useState(false)
  const create = useMutation(useCalls().sandbox.createObject.mutationOptions())
  const createWith = (type: string) => {
    const chosen = readFields(fields)
    setUnread(chosen === null)
    if (chosen !== null) create.mutate({ type, ...(chosen === undefined ? {} : { fields: chosen }) })
  }
  const silence = silenceOf(sandbox)
  return (
    <Section title={words.create} lead={silence === null ? words.createLead : words.createLeadSilent}>
      {silence !== null && (
        <ErrorNote look="warn" next={<a href={navigation.href({ screen: 'webhook-config' })}>{words.webhookConfig}</a>}>
          {silence}
        </ErrorNote>
      )}
      {environment !== undefined && environment.kind !== 'sandbox' && (
        <ErrorNote look="warn">{words.otherInUse(environment.name)}</ErrorNote>
      )}
      <div className={styles.buttons}>
        {creatable.map((entry) => (
          <Button
            key={entry.type}
            busy={create.isPending && create.variables.type === entry.type}
            onClick={() => createWith(entry.type)}
          >
            {words.createType(entry.resourceType)}
          </Button>
        ))}
      </div>
      <details>
        <summary>{words.fields}</summary>
        <Field label={words.fieldsJson} hint={words.fieldsHint} problem={unread ? words.fieldsUnread : null}>
          {(wiring) => (
            <textarea
              {...wiring}
              className={`${fieldStyles.input} mono ${styles.fields}`}
              rows={4}
              spellCheck={false}
              value={fields}
              onChange={(event) => setFields(event.target.value)}
            />
          )}
        </Field>
      </details>
      {create.error !== null && <ErrorNote>{create.error.message}</ErrorNote>}
      <p className={`muted ${styles.outcome}`} aria-live="polite">
        {create.isSuccess && (
          <>
            {words.created(create.data.resourceType, create.data.label)}{' '}
            <a href={navigation.href({ screen: 'inbox', deliveryId: null })}>{words.seeInbox}</a>
          </>
        )}
      </p>
    </Section>
  )
}

type Fields = NonNullable<Parameters<App['client']['sandbox']['createObject']>[0]['fields']>

/** Undefined where nothing is chosen, null where the text is no JSON object. */
function readFields(text: string): Fields | undefined | null {
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
  } catch {
    return null
  }
}

/** Deliveries that are wrong on purpose. */
function SpecialDeliveries() {
  const { navigation } = useApp()
  const send = useMutation(useCalls().sandbox.sendSpecial.mutationOptions())
  return (
    <Section title={words.special} lead={words.specialLead}>
      <ul>
        {specials.map(({ kind, label, verdict, expect }) => (
          <li key={kind} className={styles.special}>
            <Button
              busy={send.isPending && send.variables.kind === kind}
              aria-describedby={`special-${kind}`}
              onClick={() => send.mutate({ kind })}
            >
              {label}
            </Button>
            <Seal verdict={verdict} />
            <p id={`special-${kind}`} className="muted">
              {expect}
            </p>
          </li>
        ))}
      </ul>
      {send.error !== null && (
        <ErrorNote next={<a href={navigation.href({ screen: 'webhook-config' })}>{words.webhookConfig}</a>}>
          {send.error.message}
        </ErrorNote>
      )}
      <p className={`muted ${styles.outcome}`} aria-live="polite">
        {send.isSuccess && (
          <>
            {words.onItsWay} <a href={navigation.href({ screen: 'inbox', deliveryId: null })}>{words.seeInbox}</a>
          </>
        )}
      </p>
    </Section>
  )
}

/** Where the sandbox is, how to sign in to it, and its webhook config. */
function SandboxFacts({ sandbox }: { sandbox: SandboxState }) {
  const { webhookConfig } = sandbox
  return (
    <>
      <Section title={words.config}>
        <Facts>
          <Fact name={words.url}>
            {webhookConfig.url === '' ? words.noUrl : <code>{shortReceiverKey(webhookConfig.url)}</code>}
          </Fact>
          <Fact name={words.enabled}>{webhookConfig.enabled ? words.yes : words.no}</Fact>
          <Fact name={words.types}>{typeWords(webhookConfig.webhookTypes)}</Fact>
        </Facts>
      </Section>
      <Section title={words.access} lead={words.accessLead}>
        <Facts>
          <Copied name={words.authUrl} text={sandbox.authUrl} />
          <Copied name={words.baseUrl} text={sandbox.baseUrl} />
          <Copied name={words.clientId} text={sandbox.clientId} />
          <Copied name={words.audience} text={sandbox.audience} />
          <Copied name={words.username} text={sandbox.username} />
          <Password />
          <Copied name={words.organizationId} text={sandbox.organizationId} />
        </Facts>
      </Section>
    </>
  )
}

function Copied({ name, text }: { name: string; text: string }) {
  return (
    <Fact name={name}>
      <span className={styles.copied}>
        <code>{text}</code>
        <CopyButton text={text} what={words.copied(name)} />
      </span>
    </Fact>
  )
}

/** The one fact that is asked for on demand, like every other secret. */
function Password() {
  const reveal = useMutation(useCalls().environments.reveal.mutationOptions())
  if (reveal.data !== undefined) return <Copied name={words.password} text={reveal.data.text} />
  return (
    <Fact name={words.password} note={reveal.error?.message}>
      <Button
        look="quiet"
        className={styles.reveal}
        icon={<Eye />}
        busy={reveal.isPending}
        onClick={() => reveal.mutate({ id: 'sandbox', secret: 'password' })}
      >
        {words.reveal}
      </Button>
    </Fact>
  )
}
