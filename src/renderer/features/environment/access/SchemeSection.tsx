import { senderPreset, serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import type { SenderPreset } from '../../../../shared/signature/senderPreset.ts'
import { credentialOf, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { TextField } from '../../../ui/fields/Field.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { fieldsOf } from '../../../ui/fields/Form.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { describeScheme } from '../../../text/describeScheme.ts'
import { schemeWords } from './signature/words.ts'
import { type AccessProps, storedAccess } from './accessForm.ts'
import { formOfScheme } from './signature/ownSchemeForm.ts'
import { CredentialField } from './signature/CredentialField.tsx'
import { OwnScheme } from './signature/OwnScheme.tsx'
import ownSchemeStyles from './signature/OwnScheme.module.css'
import { SenderField } from './signature/SenderField.tsx'
import styles from './Access.module.css'

/** A shared secret that the service gets is set with the webhook-config; everything else is pasted here. */
function pastedHere(environment: Environment, preset: SignatureScheme | undefined): boolean {
  const scheme = preset ?? environment.ownScheme ?? serviceScheme
  return environment.kind === 'sender' || credentialOf(scheme) !== 'secret'
}

/** How a known sender signs, and how well that is known. @param header in place of the scheme's own; empty for that */
function KnownSender({
  preset: { scheme, evidence, source, library },
  header,
}: {
  preset: SenderPreset
  header: string
}) {
  return (
    <>
      <p className={ownSchemeStyles.schemeLine}>{describeScheme({ ...scheme, header: header || scheme.header })}</p>
      <p className={ownSchemeStyles.schemeLine}>
        {schemeWords.evidenceMeans[evidence](source)}
        {library !== undefined && ` ${schemeWords.checkedLibrary(library)}`}
      </p>
      {scheme.bodyUnsigned === true && <ErrorNote look="warn">{schemeWords.bodyUnsigned}</ErrorNote>}
    </>
  )
}

/** How the environment's sender signs: the service, another well-known sender, or as the user describes it. */
export function SchemeSection({ environment, draft, problems, refused, clearRefusal }: AccessProps) {
  const { form, set } = draft
  const isSandbox = environment.kind === 'sandbox'
  const known = senderPreset(form.signatureScheme)
  const preset = known?.scheme
  const isOwn = form.signatureScheme === 'own'
  const choose = (id: string) => {
    clearRefusal()
    // Begins with what was chosen until now, so that only what differs has to be described.
    if (id === 'own' && form.ownScheme === null)
      set('ownScheme', formOfScheme(known === undefined ? serviceScheme : { ...known.scheme, meaning: known.meaning }))
    // A description that is out of sight is not saved along.
    if (id !== 'own') set('ownScheme', storedAccess(environment).ownScheme)
    set('signatureScheme', id)
    set('signatureHeader', '')
  }
  return (
    <Section title={schemeWords.title} lead={schemeWords.lead}>
      <div className={styles.grid}>
        <SenderField
          label={schemeWords.scheme}
          value={form.signatureScheme}
          withOwn
          onChange={choose}
          disabled={isSandbox}
          hint={isSandbox ? schemeWords.schemeOfSandbox : undefined}
        />
        {!isOwn && preset?.header !== '' && (
          <TextField
            label={schemeWords.header}
            mono
            placeholder={preset?.header ?? ''}
            {...fieldsOf(draft, problems)('signatureHeader')}
            hint={schemeWords.headerHint}
            readOnly={isSandbox}
          />
        )}
      </div>
      {known !== undefined && <KnownSender preset={known} header={form.signatureHeader.trim()} />}
      {!isSandbox && pastedHere(environment, preset) && (
        <CredentialField
          environment={environment}
          scheme={preset ?? environment.ownScheme ?? serviceScheme}
          value={form.sharedSecret}
          onChange={(text) => set('sharedSecret', text)}
        />
      )}
      {preset?.setting !== undefined && (
        <TextField
          label={preset.setting.label}
          mono
          {...fieldsOf(draft, problems)('signatureSetting')}
          hint={schemeWords.setting}
        />
      )}
      {isOwn && form.ownScheme !== null && (
        <OwnScheme
          form={form.ownScheme}
          refused={refused}
          onChange={(next) => {
            clearRefusal()
            set('ownScheme', next)
          }}
        />
      )}
    </Section>
  )
}
