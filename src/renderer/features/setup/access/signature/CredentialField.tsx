import type { Environment } from '../../../../../shared/wireTypes.ts'
import { credentialOf, type SignatureScheme } from '../../../../../shared/signature/signatureScheme.ts'
import { useClient } from '../../../../data/state/useApp.ts'
import { Field } from '../../../../ui/Field.tsx'
import { Fact, Facts } from '../../../../ui/Section.tsx'
import { SecretField } from '../../../../ui/SecretField.tsx'
import { Time } from '../../../../ui/Time.tsx'
import { filled } from '../../../../text/filled.tsx'
import fieldStyles from '../../../../ui/Field.module.css'
import styles from './SenderField.module.css'
import { schemeWords } from './words.ts'

interface CredentialFieldProps {
  environment: Environment
  /** The scheme that is chosen, saved or not. */
  scheme: SignatureScheme
  /** The new text, or null while the stored one stays. */
  value: string | null
  onChange: (value: string | null) => void
}

/** What the scheme checks with, pasted: a secret or token shown as dots, a public key with its fingerprint and expiry. */
export function CredentialField({ environment, scheme, value, onChange }: CredentialFieldProps) {
  const client = useClient()
  const credential = credentialOf(scheme)
  const [stored] = environment.sharedSecrets
  const words = schemeWords.credentials[credential]
  if (credential !== 'public-key') {
    return (
      <SecretField
        key={stored?.fingerprint}
        label={words.label}
        stored={stored ?? { set: false, fingerprint: null }}
        {...(words.hint === undefined ? {} : { hint: words.hint })}
        value={value}
        onChange={onChange}
        reveal={async () => (await client.environments.reveal({ id: environment.id, secret: 'sharedSecret' })).text}
      />
    )
  }
  return (
    <>
      <Field label={words.label} hint={words.hint}>
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
      <StoredKeys environment={environment} />
    </>
  )
}

/** Keys that are stored, the newest first: public, so they are told. */
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
