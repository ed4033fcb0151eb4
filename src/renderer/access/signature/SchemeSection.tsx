import { schemePreset, schemePresets, serviceScheme } from '../../../shared/signature/schemePresets.ts'
import { describeScheme } from '../../scheme/describeScheme.ts'
import { useApp } from '../../state/useApp.ts'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'
import { storedAccess } from '../accessForm.ts'
import type { AccessProps } from '../accessProps.ts'
import { formOfScheme } from './ownSchemeForm.ts'
import { OwnScheme } from './OwnScheme.tsx'

const schemeOptions = [
  ...schemePresets.map(({ id, label }) => ({ value: id, label })),
  { value: 'own', label: 'Own scheme' },
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
      title="Signature scheme"
      lead={
        <>
          How the sender signs its deliveries. The secrets themselves are under{' '}
          <a href={navigation.href({ screen: 'webhook-config' })}>Webhook config</a>. Deliveries that are stored are
          checked again when this changes.
        </>
      }
    >
      <div className="access-grid">
        <SelectField
          label="Scheme"
          value={form.signatureScheme}
          options={schemeOptions}
          onChange={choose}
          disabled={isSandbox}
          hint={
            isSandbox
              ? 'The sandbox signs as the service does. For another sender make an environment of its own.'
              : undefined
          }
        />
        {!isOwn && (
          <TextField
            label="Signature header"
            mono
            placeholder={preset?.header ?? ''}
            value={form.signatureHeader}
            onChange={(value) => set('signatureHeader', value)}
            problem={problems.signatureHeader}
            hint="Leave it empty for the scheme's own header."
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
