import { CircleSlash, PenLine } from 'lucide-react'
import { breakKinds } from '../../../../shared/signature/breakKinds.ts'
import { schemePreset, schemePresets } from '../../../../shared/signature/schemePresets.ts'
import { credentialOf, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { signingSecrets } from '../replay/useReplay.ts'
import { type ComposeDraft, type PartProps, schemeOf } from './composeDraft.ts'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'

export interface SigningProps extends PartProps {
  environments: readonly Environment[]
}

/** How it is signed, when, and what is made wrong. */
export function SigningPart(props: SigningProps) {
  const { draft, set, problems, environment } = props
  const own = environment === undefined ? undefined : schemeOf(environment)
  const isKey = needsKey(schemePreset(draft.scheme) ?? own)
  const unsigned = draft.signWith === 'none'
  return (
    <div className={styles.fields}>
      <SelectField
        label={words.scheme}
        options={[
          { value: '', label: words.ownScheme(own?.label ?? '') },
          ...schemePresets.map(({ id, label }) => ({ value: id, label })),
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
        options={words.moments}
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
  )
}

/** One line: the secret that signs the request, or why it is not signed and what signing needs. */
export function SignedLine({ onSign, ...props }: SigningProps & { onSign: () => void }) {
  const { draft, set, environment } = props
  const scheme = schemePreset(draft.scheme) ?? (environment === undefined ? undefined : schemeOf(environment))
  const label = visibleText(scheme?.label ?? '')
  const isSigned = draft.signWith !== 'none'
  const isKey = needsKey(scheme)
  const hasSecret = isKey || environment?.sharedSecrets.some(({ set: isSet, current }) => isSet && current) === true
  const sign = () => {
    set('signWith', isKey || !hasSecret ? 'typed' : 'current')
    onSign()
  }
  return (
    <div className={styles.signed} data-signed={isSigned || undefined}>
      {isSigned ? <PenLine aria-hidden="true" /> : <CircleSlash aria-hidden="true" />}
      <p>
        {isSigned
          ? words.willSign(label, keyWords(draft, isKey))
          : draft.what === 'deliveries'
            ? words.willKeep
            : isKey
              ? words.keyNeeded(label)
              : hasSecret
                ? words.willNotSign
                : words.secretNeeded}
      </p>
      {!isSigned && draft.what === 'request' && (
        <Button onClick={sign}>{isKey ? words.signWithKey : hasSecret ? words.signIt : words.signWithSecret}</Button>
      )}
    </div>
  )
}

function keyWords({ signWith }: Pick<ComposeDraft, 'signWith'>, isKey: boolean): string {
  if (isKey) return words.withKey
  return signWith === 'current'
    ? words.withCurrent
    : signWith === 'typed'
      ? words.withPasted
      : words.withStored(signWith)
}

function needsKey(scheme: SignatureScheme | undefined): boolean {
  return scheme !== undefined && credentialOf(scheme) === 'public-key'
}

function waysToSign({ draft, environment, environments }: SigningProps, isKey: boolean) {
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
