import { useMutation } from '@tanstack/react-query'
import { keySource } from '../../../../shared/signature/keySources.ts'
import { senderPreset, senderPresets } from '../../../../shared/signature/schemePresets.ts'
import type { SenderPreset } from '../../../../shared/signature/senderPreset.ts'
import { credentialOf, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useCalls, useClient } from '../../../data/state/useApp.ts'
import { filled } from '../../../text/visibleText.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { SenderIcon } from '../../../ui/basics/EnvironmentMark.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import { PickField } from '../../../ui/fields/Select.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { formWords } from '../settingsWords.ts'
import { schemeWords } from './words.ts'
import styles from './Secrets.module.css'

interface SenderFieldProps {
  label: string
  /** Id of a preset, or "own". */
  value: string
  onChange: (id: string) => void
  hint?: string | undefined
  disabled?: boolean
  /** Offers to describe a scheme, too. */
  withOwn?: boolean
}

interface Offered {
  id: string
  label: string
  evidence: SenderPreset['evidence'] | null
}

/** Chooses a sender by typing a part of its name, or another word for it; every one says how well its signature is known. */
export function SenderField({ label, value, onChange, hint, disabled = false, withOwn = false }: SenderFieldProps) {
  const preset = senderPreset(value)
  return (
    <PickField
      label={label}
      hint={hint}
      disabled={disabled}
      value={preset === undefined ? own : offeredAs(preset)}
      optionsFor={(query) => sendersFor(query, withOwn)}
      keyOf={({ id }) => id}
      nameOf={({ label: name }) => name}
      onChange={({ id }) => onChange(id)}
      none={schemeWords.noSender}
    >
      {({ id, label: name, evidence }) => (
        <>
          <span className={styles.sender}>
            <SenderIcon id={id} name={name} />
            {name}
          </span>
          {evidence !== null && <span className={styles.evidence}>{schemeWords.evidence[evidence]}</span>}
        </>
      )}
    </PickField>
  )
}

function offeredAs({ scheme: { id, label }, evidence }: SenderPreset): Offered {
  return { id, label, evidence }
}

const own: Offered = { id: 'own', label: formWords.ownScheme, evidence: null }

/** The senders whose name, id, header or other words contain every word of the query; those whose name begins with it first. Pure. */
export function sendersFor(query: string, withOwn: boolean): Offered[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = senderPresets.filter(({ scheme, keywords }) => {
    const text = [scheme.label, scheme.id, scheme.header, ...keywords].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const [first = ''] = words
  const begins = ({ scheme }: SenderPreset) => scheme.label.toLowerCase().startsWith(first)
  const ordered = [...fitting.filter(begins), ...fitting.filter((preset) => !begins(preset))]
  const offered = ordered.map(offeredAs)
  const showsOwn = withOwn && words.every((word) => own.label.toLowerCase().includes(word))
  return showsOwn ? [...offered, own] : offered
}

interface CredentialFieldProps {
  /** Null while it is being made: then nothing is stored. */
  environment: Environment | null
  /** The scheme that is chosen, saved or not. */
  scheme: SignatureScheme
  /** The new text, or null while the stored one stays. */
  value: string | null
  onChange: (value: string | null) => void
  /** In place of what is usually said of this kind of credential. */
  hint?: string | undefined
  /** The sender's own name for it, in place of ours. */
  name?: string | undefined
  /** Offers a random secret, for senders where the receiver chooses it. */
  canGenerate?: boolean
}

/** A field for the credential of the scheme: a secret or token shown as dots, a public key with its fingerprint and expiry. */
export function CredentialField({
  environment,
  scheme,
  value,
  onChange,
  hint: ownHint,
  name,
  canGenerate = false,
}: CredentialFieldProps) {
  const client = useClient()
  const credential = credentialOf(scheme)
  const stored = environment?.sharedSecrets[0]
  const { label: usualLabel, hint: usualHint } = schemeWords.credentials[credential]
  const label = name ?? usualLabel
  const hint = ownHint ?? usualHint
  if (credential !== 'public-key') {
    return (
      <SecretField
        key={stored?.fingerprint}
        label={label}
        stored={stored ?? { set: false, fingerprint: null }}
        {...(hint === undefined ? {} : { hint })}
        value={value}
        onChange={onChange}
        canGenerate={canGenerate}
        {...(environment !== null && {
          reveal: async () => (await client.environments.reveal({ id: environment.id, secret: 'sharedSecret' })).text,
        })}
      />
    )
  }
  return (
    <>
      <Field label={label} hint={hint}>
        {(wiring) => (
          <textarea
            {...wiring}
            className={`${fieldStyles.input} mono ${styles.text}`}
            rows={5}
            spellCheck={false}
            placeholder={schemeWords.keyExample}
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          />
        )}
      </Field>
      {environment !== null && keySource(scheme.id) !== undefined && (
        <FetchKeys environment={environment} scheme={scheme} />
      )}
      {environment !== null && <StoredKeys environment={environment} />}
    </>
  )
}

/** Fetches the sender's keys in two steps: the person sees the address before anything is requested. */
function FetchKeys({
  environment: { id, signatureScheme },
  scheme,
}: {
  environment: Environment
  scheme: SignatureScheme
}) {
  const calls = useCalls().environments
  const find = useMutation(calls.publicKeyUrl.mutationOptions())
  const fetchThem = useMutation(calls.fetchPublicKeys.mutationOptions({ onSuccess: () => find.reset() }))
  if (keySource(scheme.id)?.kind === 'with-credentials')
    return <p className="muted">{schemeWords.keysNeedCredentials}</p>
  // Where they are depends on the sender that is saved.
  if (scheme.id !== signatureScheme) return <p className="muted">{schemeWords.saveBeforeKeys}</p>
  const url = find.data?.url
  const error = fetchThem.error ?? find.error
  return (
    <div className={styles.fetchKeys}>
      {url === undefined ? (
        <Button busy={find.isPending} hint={schemeWords.findKeysHint} onClick={() => find.mutate({ id })}>
          {schemeWords.findKeys}
        </Button>
      ) : (
        <>
          <p>{filled(schemeWords.fetchFrom, { url: <code>{url}</code> })}</p>
          <Button look="primary" busy={fetchThem.isPending} onClick={() => fetchThem.mutate({ id, url })}>
            {schemeWords.fetchKeys}
          </Button>
          <Button look="quiet" onClick={() => find.reset()}>
            {schemeWords.doNotFetch}
          </Button>
        </>
      )}
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
    </div>
  )
}

/** Keys that are stored, the newest first: public, so they are shown. */
function StoredKeys({ environment: { sharedSecrets } }: { environment: Environment }) {
  const keys = sharedSecrets.flatMap(({ id, publicKeys }) =>
    publicKeys.map((key) => ({ ...key, at: `${id} ${key.fingerprint}` })),
  )
  if (keys.length === 0) return null
  return (
    <Facts>
      {keys.map(({ at, size, fingerprint, kid, subject, validUntil }) => (
        <Fact
          key={at}
          name={size}
          note={[subject, kid === null ? null : schemeWords.keyId(kid)].filter((it) => it !== null).join(', ')}
        >
          <code>{fingerprint}</code>
          {validUntil !== null && <> {filled(schemeWords.validUntil, { time: <Time at={validUntil} /> })}</>}
        </Fact>
      ))}
    </Facts>
  )
}
