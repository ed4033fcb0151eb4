import { schemePreset, schemePresets, serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { TextField } from '../../../ui/Field.tsx'
import { SelectField } from '../../../ui/Select.tsx'
import { fieldsOf } from '../../../ui/Form.tsx'
import { Section } from '../../../ui/Section.tsx'
import { describeScheme } from '../../../text/describeScheme.ts'
import { filled } from '../../../text/filled.tsx'
import { schemeWords } from './signature/words.ts'
import { type AccessProps, storedAccess } from './accessForm.ts'
import { formOfScheme } from './signature/ownSchemeForm.ts'
import { OwnScheme } from './signature/OwnScheme.tsx'
import ownSchemeStyles from './signature/OwnScheme.module.css'
import styles from './Access.module.css'

const schemeOptions = [
  ...schemePresets.map(({ id, label }) => ({ value: id, label })),
  { value: 'own', label: schemeWords.own },
]

/** How the environment's sender signs: the service, another well-known sender, or as a person describes it. */
export function SchemeSection({ environment, draft, problems, refused, clearRefusal }: AccessProps) {
  const { navigation } = useApp()
  const { form, set } = draft
  const isSandbox = environment.kind === 'sandbox'
  const preset = schemePreset(form.signatureScheme)
  const isOwn = form.signatureScheme === 'own'
  const choose = (id: string) => {
    clearRefusal()
    // Begins with what was chosen until now, so that only what differs has to be described.
    if (id === 'own' && form.ownScheme === null) set('ownScheme', formOfScheme(preset ?? serviceScheme))
    // A description that is out of sight is not saved along.
    if (id !== 'own') set('ownScheme', storedAccess(environment).ownScheme)
    set('signatureScheme', id)
    set('signatureHeader', '')
  }
  return (
    <Section
      title={schemeWords.title}
      lead={filled(schemeWords.lead, {
        webhookConfig: <a href={navigation.href({ screen: 'webhook-config' })}>{schemeWords.webhookConfig}</a>,
      })}
    >
      <div className={styles.grid}>
        <SelectField
          label={schemeWords.scheme}
          value={form.signatureScheme}
          options={schemeOptions}
          onChange={choose}
          disabled={isSandbox}
          hint={isSandbox ? schemeWords.schemeOfSandbox : undefined}
        />
        {!isOwn && (
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
      {preset !== undefined && (
        <p className={ownSchemeStyles.schemeLine}>
          {describeScheme({ ...preset, header: form.signatureHeader.trim() || preset.header })}
        </p>
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
