import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { Environment, SharedSecretState } from '../../../../../shared/wireTypes.ts'
import { useClient } from '../../../../data/state/useApp.ts'
import { useCall } from '../../../../data/state/useCall.ts'
import { filled } from '../../../../text/filled.tsx'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { CopyValue } from '../../../../ui/CopyValue.tsx'
import { type Column, DataTable } from '../../../../ui/DataTable.tsx'
import { ErrorNote } from '../../../../ui/ErrorNote.tsx'
import { Form } from '../../../../ui/Form.tsx'
import { Seal } from '../../../../ui/Seal.tsx'
import { SecretField } from '../../../../ui/SecretField.tsx'
import { Section } from '../../../../ui/Section.tsx'
import { Time } from '../../../../ui/Time.tsx'
import { CheckAll } from './CheckAll.tsx'
import { Rotation } from './Rotation.tsx'
import { secretStanding, useLiveUses } from './secretStanding.ts'
import { secretWords } from './words.ts'
import styles from './SharedSecrets.module.css'

/** Every secret that this environment's deliveries are checked against, and the way from one to the next. */
export function SharedSecrets({ environment: stored }: { environment: Environment }) {
  const environment = useLiveUses(stored)
  return (
    <>
      <Section title={secretWords.title} lead={secretWords.lead} actions={<CheckAll />}>
        {environment.sharedSecrets.length > 0 && <SecretTable environment={environment} />}
        <AddSecret environment={environment} />
      </Section>
      <Rotation environment={environment} />
    </>
  )
}

function SecretTable({ environment }: { environment: Environment }) {
  const client = useClient()
  const retire = useCall(async (secretId: string, retired: boolean) =>
    client.environments.retireSecret({ id: environment.id, secretId, retired }),
  )
  const reveal = useCall(async (secretId: string) => ({
    secretId,
    ...(await client.environments.reveal({ id: environment.id, secret: 'sharedSecret', secretId })),
  }))
  const shown = reveal.problem === null ? reveal.answer : undefined
  const shownSecret = environment.sharedSecrets.find(({ id }) => id === shown?.secretId)
  const problem = retire.problem ?? reveal.problem
  return (
    <>
      <DataTable
        label={secretWords.title}
        rows={environment.sharedSecrets}
        rowKey={({ id }) => id}
        rowData={(secret) => ({ 'data-standing': secretStanding(secret) })}
        columns={columns}
        actions={(secret) => (
          <SecretActions
            secret={secret}
            busy={retire.busy}
            isShown={secret.id === shownSecret?.id}
            onShow={() => (secret.id === shownSecret?.id ? reveal.reset() : void reveal.run(secret.id))}
            onRetire={(retired) => void retire.run(secret.id, retired)}
          />
        )}
      />
      {shown !== undefined && shownSecret !== undefined && (
        <p className={styles.secretShown} aria-live="polite">
          {filled(secretWords.shown, {
            label: <span className="muted">{shownSecret.label}</span>,
            text: <CopyValue text={shown.text} what={secretWords.theSecret} />,
          })}
        </p>
      )}
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </>
  )
}

const [label, set, fingerprint, lastUsed, standing] = secretWords.head

const columns: readonly Column<SharedSecretState>[] = [
  { key: 'label', head: label, names: true, cell: (secret) => secret.label },
  { key: 'set', head: set, cell: ({ createdAt }) => <Time at={createdAt} form="ago" /> },
  { key: 'fingerprint', head: fingerprint, mono: true, cell: (secret) => secret.fingerprint },
  {
    key: 'lastUsed',
    head: lastUsed,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="muted">{secretWords.never}</span> : <Time at={lastUsedAt} form="ago" />,
  },
  { key: 'standing', head: standing, cell: (secret) => <Standing secret={secret} /> },
]

function Standing({ secret }: { secret: SharedSecretState }) {
  const isOf = secretStanding(secret)
  return (
    <span className={styles.secretStanding}>
      <Seal verdict={standingSeals[isOf]} />
      <span>
        {secret.retiredAt === null
          ? secretWords.standings[isOf]
          : filled(secretWords.retiredSince, { time: <Time at={secret.retiredAt} /> })}
      </span>
    </span>
  )
}

interface SecretActionsProps {
  secret: SharedSecretState
  busy: boolean
  /** Its text stands below the table. One at a time does. */
  isShown: boolean
  onShow: () => void
  onRetire: (retired: boolean) => void
}

function SecretActions({ secret, busy, isShown, onShow, onRetire }: SecretActionsProps) {
  const isRetired = secretStanding(secret) === 'retired'
  const name = secret.fingerprint ?? ''
  return (
    <span className={styles.secretActions}>
      <IconButton
        label={isShown ? secretWords.hide(name) : secretWords.reveal(name)}
        icon={isShown ? <EyeOff /> : <Eye />}
        onClick={onShow}
      />
      {!secret.current && (
        <Button
          look="quiet"
          busy={busy}
          aria-label={isRetired ? secretWords.acceptNamed(name) : secretWords.retireNamed(name)}
          onClick={() => onRetire(!isRetired)}
        >
          {isRetired ? secretWords.accept : secretWords.retire}
        </Button>
      )}
    </span>
  )
}

const standingSeals = { current: 'valid', accepted: 'valid-previous', retired: 'no-secret' } as const

const nothingStored = { set: false, fingerprint: null }

/** A secret that somebody signs with already: it verifies at once, and nobody is told. */
function AddSecret({ environment }: { environment: Environment }) {
  const client = useClient()
  const [text, setText] = useState('')
  const add = useCall(async () => {
    const added = await client.environments.update({ id: environment.id, sharedSecret: text })
    setText('')
    return added
  })
  return (
    <Form
      className={`${styles.secretForm} ${styles.secretAdd}`}
      onSubmit={() => {
        if (text !== '') void add.run()
      }}
    >
      <SecretField
        label={secretWords.add}
        stored={nothingStored}
        value={text === '' ? null : text}
        onChange={(value) => setText(value ?? '')}
        problem={add.problem?.message ?? null}
        hint={secretWords.addHint}
      />
      <div>
        <Button type="submit" busy={add.busy} disabled={text === ''}>
          {secretWords.addIt}
        </Button>
      </div>
    </Form>
  )
}
