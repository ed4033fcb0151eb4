import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Environment, TokenResult, EnvironmentInput } from '../../../../shared/wireTypes.ts'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { filled } from '../../../text/visibleText.tsx'
import { type AccessForm, type AccessProps } from '../form/accessForm.ts'
import { formWords } from '../settingsWords.ts'
import { accessInProduction, accessWords, describeToken, tokenWords } from './words.ts'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { fieldsOf } from '../../../ui/fields/Form.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import styles from './Connection.module.css'
import { useCalls, useClient } from '../../../data/state/useApp.ts'
import type { EditedForm } from '../../../ui/hooks/useEdits.ts'
import { useToasts } from '../../../ui/notes/Toasts.tsx'

interface StoredSecretProps extends Omit<ComponentProps<typeof SecretField>, 'stored' | 'reveal'> {
  environment: Environment
  secret: 'password' | 'readonlyPassword' | 'clientId' | 'audience'
}

/** A field for a credential that is stored sealed: it can be revealed, and is hidden again when a new one is stored. */
export function StoredSecret({ environment, secret, ...field }: StoredSecretProps) {
  const client = useClient()
  const stored = secret === 'clientId' || secret === 'audience' ? environment.sealedNames[secret] : environment[secret]
  return (
    <SecretField
      key={stored?.fingerprint}
      stored={stored ?? { set: false, fingerprint: null }}
      reveal={async () => (await client.environments.reveal({ id: environment.id, secret })).text}
      {...field}
    />
  )
}

/** Where an API begins. */
export function BaseUrlField({
  environment,
  draft,
  problems,
  hint,
}: Pick<AccessProps, 'environment' | 'draft' | 'problems'> & { hint?: string }) {
  return (
    <TextField
      label={formWords.baseUrl}
      mono
      inputMode="url"
      placeholder={accessWords.baseUrlExample}
      {...fieldsOf(draft, problems)('baseUrl')}
      hint={hint}
      readOnly={environment.kind === 'sandbox'}
    />
  )
}

interface NameFieldProps {
  name: 'clientId' | 'audience'
  environment: Environment
  draft: EditedForm<AccessForm>
}

/** The client id or the audience: in clear, or sealed like a password where it is a secret. */
export function NameField({ name, environment, draft }: NameFieldProps) {
  const field = fieldsOf(draft)
  const label = accessWords[name]
  if (environment.sealedNames[name] === null) {
    return (
      <TextField
        label={label}
        mono
        {...field(name)}
        value={draft.form[name] ?? ''}
        readOnly={environment.kind === 'sandbox'}
      />
    )
  }
  return <StoredSecret environment={environment} secret={name} label={label} {...field(name)} />
}

interface TokenTestProps {
  label: string
  /** The field that has to be filled in first, or null. */
  missing: string | null
  /** Asks for a token. */
  test: () => Promise<TokenResult>
}

/** Asks the provider for a token now and says what came: expiry and scope, or its exact error. */
export function TokenTest({ label, missing, test }: TokenTestProps) {
  const ask = useMutation({ mutationFn: test })
  return (
    <Stack>
      <Row>
        <Button busy={ask.isPending} disabled={missing !== null} onClick={() => ask.mutate()}>
          {label}
        </Button>
        <p className="muted" aria-live="polite">
          {ask.isPending ? tokenWords.asking : missing}
        </p>
      </Row>
      {ask.error !== null && <ErrorNote>{ask.error.message}</ErrorNote>}
      {ask.data !== undefined && <TokenAnswer result={ask.data} />}
    </Stack>
  )
}

function TokenAnswer({ result }: { result: TokenResult }) {
  const { text, detail } = describeToken(result)
  const Note = result.ok ? DoneNote : ErrorNote
  return (
    <>
      <Note>
        {text}{' '}
        {result.expiresAt !== null &&
          filled(tokenWords.expires, {
            // The time ticks; screen readers must not announce each tick.
            ago: (
              <span aria-live="off">
                <Time at={result.expiresAt} form="ago" />
              </span>
            ),
            time: <Time at={result.expiresAt} />,
          })}{' '}
        {detail}
      </Note>
      {result.claims !== null && <TokenClaims claims={result.claims} />}
    </>
  )
}

/** The claims of a token, decoded and not verified. */
function TokenClaims({ claims }: { claims: Readonly<Record<string, string>> }) {
  const { note, rows } = claimsOf(claims)
  return (
    <Stack gap={1} className={styles.claims}>
      <h3>{tokenWords.claimsTitle}</h3>
      <p className="muted">{note}</p>
      {rows.length > 0 && (
        <DataTable
          label={tokenWords.claimsTable}
          look="values"
          rows={rows}
          rowKey={([name]) => name}
          columns={[
            { key: 'claim', head: tokenWords.claim, names: true, mono: true, cell: ([name]) => name },
            { key: 'value', head: tokenWords.value, mono: true, cell: ([, value]) => <Value text={value} /> },
          ]}
        />
      )}
    </Stack>
  )
}

/** A time is also shown in the person's own time zone. */
function Value({ text }: { text: string }) {
  const moment = momentOf(text)
  if (moment === null) return text
  return (
    <>
      {moment.number}{' '}
      <span className={styles.claimTime}>
        <Time at={moment.at} />
      </span>
    </>
  )
}

/** The claims as rows, in the token's order, and the sentence that says what they are worth. */
export function claimsOf(claims: Readonly<Record<string, string>>): { note: string; rows: [string, string][] } {
  const { note, ...rest } = claims
  return {
    note: note ?? tokenWords.claimsNote,
    rows: Object.entries(rest),
  }
}

/** A claim that is a time: its number, and the moment that it means in ISO 8601. Null when it is none. */
export function momentOf(value: string): { number: string; at: string } | null {
  const [, number, at] = /^(\d+) \((\d{4}-\d\d-\d\dT[\d:.]+Z)\)$/.exec(value) ?? []
  return number === undefined || at === undefined ? null : { number, at }
}

interface ClearStoredProps {
  label: string
  /** The consequences: what stays, and what no longer works. */
  note: string
  /** That it came true. */
  done: string
  environment: Environment
  /** The fields that are emptied. */
  change: Pick<Partial<EnvironmentInput>, 'password' | 'readonlyUsername' | 'readonlyPassword'>
}

/** Deletes a stored password, with the consequences next to it: at once, except for production. */
export function ClearStored({ label, note, done, environment, change }: ClearStoredProps) {
  const toasts = useToasts()
  const mayGoOn = useProductionGuard()
  const clear = useMutation(
    useCalls().environments.update.mutationOptions({
      // The button goes with what it deletes, so its outcome is shown elsewhere.
      onSuccess: () => toasts.done(done),
    }),
  )
  const run = async () => {
    if (await mayGoOn(environment, accessInProduction.clear(label, note))) {
      clear.mutate({ id: environment.id, ...change })
    }
  }
  return (
    <Stack>
      <Row>
        <Button busy={clear.isPending} onClick={() => void run()}>
          {label}
        </Button>
        <p className="muted">{note}</p>
      </Row>
      {clear.error !== null && <ErrorNote>{clear.error.message}</ErrorNote>}
    </Stack>
  )
}
