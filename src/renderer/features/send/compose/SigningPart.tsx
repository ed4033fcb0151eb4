import { credentialOf, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import { breakKinds } from '../../../../shared/signature/breakKinds.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/calls.ts'
import { TextField } from '../../../ui/fields/Field.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { signingSecrets } from '../replay/useReplay.ts'
import type { PartProps } from './composeDraft.ts'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'

/** How it is signed, when, and what is made wrong. */
export function SigningPart(props: PartProps & { environments: readonly Environment[] }) {
  const { draft, set, problems, environment } = props
  const client = useClient()
  const { data: schemes = [] } = useLoad('schemes', async (signal) => client.signatures.schemes(undefined, { signal }))
  const own = environment === undefined ? undefined : schemeOf(environment, schemes)
  const scheme = schemes.find(({ id }) => id === draft.scheme) ?? own
  const isKey = scheme !== undefined && credentialOf(scheme) === 'public-key'
  const unsigned = draft.signWith === 'none'
  return (
    <Section title={words.signature} lead={isKey ? words.keyNeeded : undefined}>
      <div className={styles.fields}>
        <SelectField
          label={words.scheme}
          options={[
            { value: '', label: words.ownScheme(own?.label ?? '') },
            ...schemes.map(({ id, label }) => ({ value: id, label })),
          ]}
          value={draft.scheme}
          onChange={(id) => set('scheme', id)}
        />
        <SelectField
          label={words.signWith}
          options={waysToSign(props, isKey)}
          value={isKey && !unsigned ? 'typed' : draft.signWith}
          onChange={(way) => set('signWith', way)}
        />
        {(draft.signWith === 'typed' || (isKey && !unsigned)) && (
          <SecretField
            label={isKey ? words.privateKey : words.secret}
            hint={isKey ? words.privateKeyHint : words.secretHint}
            problem={problems.has('secret') ? words.secretMissing : null}
            stored={{ set: false, fingerprint: null }}
            value={draft.secret}
            onChange={(secret) => {
              set('secret', secret ?? '')
              set('signWith', 'typed')
            }}
          />
        )}
        <SelectField
          label={words.time}
          options={words.times}
          value={draft.at}
          disabled={unsigned}
          onChange={(at) => set('at', at)}
        />
        {draft.at === 'typed' && !unsigned && (
          <TextField
            label={words.timeText}
            hint={words.timeHint}
            problem={problems.has('at') ? words.timeProblem : null}
            mono
            value={draft.atText}
            onChange={(text) => set('atText', text)}
          />
        )}
        <SelectField
          label={words.break}
          options={[
            { value: '', label: words.noBreak },
            ...breakKinds.map((kind) => ({ value: kind, label: words.breaks[kind] })),
          ]}
          value={draft.broken}
          onChange={(kind) => set('broken', kind)}
        />
      </div>
    </Section>
  )
}

/** The scheme that an environment checks with. Pure. */
export function schemeOf(
  { signatureScheme, ownScheme }: Pick<Environment, 'signatureScheme' | 'ownScheme'>,
  schemes: readonly SignatureScheme[],
): SignatureScheme | undefined {
  return signatureScheme === 'own' ? (ownScheme ?? undefined) : schemes.find(({ id }) => id === signatureScheme)
}

function waysToSign(
  { draft, environment, environments }: PartProps & { environments: readonly Environment[] },
  isKey: boolean,
) {
  const { currentSecret, secrets } = signingSecrets(environments, environment?.id ?? '')
  const stored = isKey
    ? []
    : [
        { value: 'current', label: words.current(currentSecret) },
        ...secrets.map(({ fingerprint, label, environment: name }) => ({
          value: fingerprint,
          label: words.stored(label, fingerprint, name),
        })),
      ]
  return [
    ...stored,
    { value: 'typed', label: isKey ? words.pastedKey : words.pasted },
    { value: 'none', label: draft.what === 'request' ? words.notSigned : words.asStored },
  ]
}
