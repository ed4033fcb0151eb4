import { Eye, EyeOff } from 'lucide-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Environment, SharedSecretState, Verification } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { filled } from '../../../text/visibleText.tsx'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { CopyValue } from '../../../ui/fields/CopyButton.tsx'
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { Rotation } from './Rotation.tsx'
import { secretWords } from './words.ts'
import styles from './Secrets.module.css'
import { verificationWords } from '../../../text/verdictWords.ts'
import { useToasts } from '../../../ui/notes/Toasts.tsx'

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
  const { client, calls } = useApp()
  const { id } = environment
  const retire = useMutation(calls.environments.retireSecret.mutationOptions())
  const mayGoOn = useProductionGuard()
  const retireAsked = async (secretId: string, retired: boolean) => {
    if (retired && !(await mayGoOn(environment, productionWords.retire))) return
    retire.mutate({ id, secretId, retired })
  }
  // Stays until the next one is there.
  const [shown, setShown] = useState<{ secretId: string; text: string } | null>(null)
  const reveal = useMutation({
    mutationFn: async (secretId: string) => client.environments.reveal({ id, secret: 'sharedSecret', secretId }),
    onSuccess: ({ text }, secretId) => setShown({ secretId, text }),
    onError: () => setShown(null),
  })
  const shownSecret = environment.sharedSecrets.find((secret) => secret.id === shown?.secretId)
  const error = retire.error ?? reveal.error
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
            busy={retire.isPending}
            isShown={secret.id === shownSecret?.id}
            onShow={() => (secret.id === shownSecret?.id ? setShown(null) : reveal.mutate(secret.id))}
            onRetire={(retired) => void retireAsked(secret.id, retired)}
          />
        )}
      />
      {shown !== null && shownSecret !== undefined && (
        <p className={styles.secretShown} aria-live="polite">
          {filled(secretWords.shown, {
            label: <span className="muted">{shownSecret.label}</span>,
            text: <CopyValue text={shown.text} what={secretWords.theSecret} />,
          })}
        </p>
      )}
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
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
  /** Its text is shown below the table, one at a time. */
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

/** Adds a secret that is already in use at the sender: it verifies at once, and the service is not updated. */
function AddSecret({ environment }: { environment: Environment }) {
  const [text, setText] = useState('')
  const add = useMutation(useCalls().environments.update.mutationOptions())
  return (
    <Form
      className={`${styles.secretForm} ${styles.secretAdd}`}
      onSubmit={() => {
        if (text === '' || add.isPending) return
        // Keeps what was typed since then.
        const onSuccess = () => setText((now) => (now === text ? '' : now))
        add.mutate({ id: environment.id, sharedSecret: text }, { onSuccess })
      }}
    >
      <SecretField
        label={secretWords.add}
        stored={nothingStored}
        value={text === '' ? null : text}
        onChange={(value) => setText(value ?? '')}
        problem={add.error?.message ?? null}
        hint={secretWords.addHint}
      />
      <div>
        <Button type="submit" busy={add.isPending} disabled={text === ''}>
          {secretWords.addIt}
        </Button>
      </div>
    </Form>
  )
}

/** Whether a secret still verifies, in a word or two. Pure. */
export function secretStanding(secret: SharedSecretState): keyof typeof secretWords.standings {
  if (secret.retiredAt !== null) return 'retired'
  return secret.current ? 'current' : 'accepted'
}

/**
 * An environment with the last uses of its secrets as they are now. The feed sends an environment when it is changed, not
 * at each delivery, so the uses are requested separately; everything else in the feed is newer. Pure.
 */
export function withUses(environment: Environment, asked: Environment | undefined): Environment {
  if (asked === undefined) return environment
  const sharedSecrets = environment.sharedSecrets.map((secret) => {
    const lastUsedAt = asked.sharedSecrets.find(({ id }) => id === secret.id)?.lastUsedAt ?? null
    return { ...secret, lastUsedAt: later(secret.lastUsedAt, lastUsedAt) }
  })
  const { rotation } = environment
  if (rotation?.secretId !== asked.rotation?.secretId || rotation?.retiresAt == null)
    return { ...environment, sharedSecrets }
  const retiresAt = later(rotation.retiresAt, asked.rotation?.retiresAt ?? null)
  return { ...environment, sharedSecrets, rotation: { ...rotation, retiresAt } }
}

/** ISO times in UTC sort as texts. */
function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

/** An environment with the current last uses of its secrets. */
function useLiveUses(environment: Environment): Environment {
  const { data } = useQuery(useCalls().environments.list.queryOptions())
  return withUses(
    environment,
    data?.find(({ id }) => id === environment.id),
  )
}

/**
 * Checks every stored delivery again, by hand; after a change of secrets or scheme that happens automatically. Progress and
 * changes are shown at the foot of the frame; that nothing changed is shown only to the person who asked.
 */
function CheckAll() {
  const toasts = useToasts()
  const verification = useAppState((state) => state.feed.status?.verification)
  /** The status before the run that is waited for; null when none is. */
  const before = useRef<Verification | null>(null)
  const start = useMutation(
    useCalls().signatures.verifyAll.mutationOptions({ onError: () => toasts.problem(secretWords.checkNotStarted) }),
  )
  useEffect(() => {
    if (before.current === null || verification === undefined || verification === before.current) return
    if (verification.state === 'running') return
    const foundNothing = verification.state === 'done' && verification.changed === 0
    // A status for another reason repeats the run before.
    if (!foundNothing && isSame(verification, before.current)) return
    before.current = null
    if (foundNothing) toasts.done(verificationWords(verification))
  }, [verification, toasts])
  const run = () => {
    before.current = verification ?? null
    const forget = () => {
      before.current = null
    }
    start.mutate(undefined, { onError: forget })
  }
  return (
    <Button busy={start.isPending || verification?.state === 'running'} onClick={run}>
      {secretWords.checkAll}
    </Button>
  )
}

function isSame(one: Verification, other: Verification): boolean {
  return one.state === other.state && one.checked === other.checked && one.changed === other.changed
}
