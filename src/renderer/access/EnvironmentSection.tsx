import { TextField } from '../ui/Field.tsx'
import { Section } from '../ui/Section.tsx'
import { accessWords } from '../words/access.ts'
import type { AccessProps } from './accessProps.ts'
import { NameField } from './NameField.tsx'
import { SecretNames } from './SecretNames.tsx'

/** Name and addresses: what is the same for every user of the environment. */
export function EnvironmentSection({ environment, draft, problems }: AccessProps) {
  const { form, set } = draft
  const isSandbox = environment.kind === 'sandbox'
  return (
    <Section
      title={accessWords.addresses}
      lead={isSandbox ? accessWords.addressesOfSandbox : accessWords.addressesLead}
    >
      <div className="access-grid">
        <TextField
          label={accessWords.name}
          value={form.name}
          onChange={(value) => set('name', value)}
          problem={problems.name}
          readOnly={isSandbox}
          maxLength={80}
        />
      </div>
      <div className="access-grid">
        <TextField
          label={accessWords.authUrl}
          mono
          inputMode="url"
          placeholder={accessWords.authUrlExample}
          value={form.authUrl}
          onChange={(value) => set('authUrl', value)}
          problem={problems.authUrl}
          hint={accessWords.authUrlHint}
          readOnly={isSandbox}
        />
        <TextField
          label={accessWords.baseUrl}
          mono
          inputMode="url"
          placeholder={accessWords.baseUrlExample}
          value={form.baseUrl}
          onChange={(value) => set('baseUrl', value)}
          problem={problems.baseUrl}
          hint={accessWords.baseUrlHint}
          readOnly={isSandbox}
        />
        <NameField name="clientId" environment={environment} draft={draft} />
        <NameField name="audience" environment={environment} draft={draft} />
      </div>
      {!isSandbox && <SecretNames environment={environment} />}
    </Section>
  )
}
