import type { Environment } from '../../../../shared/wireTypes.ts'
import { credentialOf, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import { keySource } from '../../../../shared/signature/keySources.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { filled } from '../../../text/filled.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './Secrets.module.css'
import { schemeWords } from './words.ts'

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
  const client = useClient()
  const find = useCall(async () => client.environments.publicKeyUrl({ id }))
  const fetchThem = useCall(async (url: string) => {
    await client.environments.fetchPublicKeys({ id, url })
    find.reset()
  })
  if (keySource(scheme.id)?.kind === 'with-credentials')
    return <p className="muted">{schemeWords.keysNeedCredentials}</p>
  // Where they are depends on the sender that is saved.
  if (scheme.id !== signatureScheme) return <p className="muted">{schemeWords.saveBeforeKeys}</p>
  const url = find.answer?.url
  const problem = fetchThem.problem ?? find.problem
  return (
    <div className={styles.fetchKeys}>
      {url === undefined ? (
        <Button busy={find.busy} hint={schemeWords.findKeysHint} onClick={() => void find.run()}>
          {schemeWords.findKeys}
        </Button>
      ) : (
        <>
          <p>{filled(schemeWords.fetchFrom, { url: <code>{url}</code> })}</p>
          <Button look="primary" busy={fetchThem.busy} onClick={() => void fetchThem.run(url)}>
            {schemeWords.fetchKeys}
          </Button>
          <Button look="quiet" onClick={find.reset}>
            {schemeWords.doNotFetch}
          </Button>
        </>
      )}
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
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
