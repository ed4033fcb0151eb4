import { schemePreset, schemePresets, serviceScheme } from '../../../shared/signature/schemePresets.ts'
import { useApp } from '../../state/useApp.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'
import { describeScheme } from '../../words/describeScheme.ts'
import { filled } from '../../words/filled.tsx'
import { schemeWords } from '../../words/scheme.ts'
import { storedAccess } from '../accessForm.ts'
import type { AccessProps } from '../accessProps.ts'
import { formOfScheme } from './ownSchemeForm.ts'
import { OwnScheme } from './OwnScheme.tsx'

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
      <div className="access-grid">
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
            value={form.signatureHeader}
            onChange={(value) => set('signatureHeader', value)}
            problem={problems.signatureHeader}
            hint={schemeWords.headerHint}
            readOnly={isSandbox}
          />
        )}
      </div>
      {preset !== undefined && (
        <p className="scheme-line">
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
