import { SwitchField, TextField } from '../../../ui/fields/Field.tsx'
import { fieldsOf } from '../../../ui/fields/Form.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { accessWords } from './words.ts'
import type { AccessForm, AccessProps } from './accessForm.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { StoredSecret } from './StoredCredentials.tsx'
import type { EditedForm } from '../../../ui/hooks/useEdits.ts'
import { useCall } from '../../../data/state/calls.ts'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import styles from './Access.module.css'

/** The service's addresses, and the client that asks it for tokens. */
export function AddressSection({ environment, draft, problems }: AccessProps) {
  const field = fieldsOf(draft, problems)
  const isSandbox = environment.kind === 'sandbox'
  return (
    <Section
      title={accessWords.addresses}
      lead={isSandbox ? accessWords.addressesOfSandbox : accessWords.addressesLead}
    >
      <div className={styles.grid}>
        <TextField
          label={accessWords.authUrl}
          mono
          inputMode="url"
          placeholder={accessWords.authUrlExample}
          {...field('authUrl')}
          hint={accessWords.authUrlHint}
          readOnly={isSandbox}
        />
        <TextField
          label={accessWords.baseUrl}
          mono
          inputMode="url"
          placeholder={accessWords.baseUrlExample}
          {...field('baseUrl')}
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

interface NameFieldProps {
  name: 'clientId' | 'audience'
  environment: Environment
  draft: EditedForm<AccessForm>
}

/** The client id or the audience: in clear, or sealed like a password where it is a secret. */
export function NameField({ name, environment, draft }: NameFieldProps) {
  const field = fieldsOf(draft)
  const label = accessWords[name]
  if (environment.sealedNames[name] === null) {
    return (
      <TextField
        label={label}
        mono
        {...field(name)}
        value={draft.form[name] ?? ''}
        readOnly={environment.kind === 'sandbox'}
      />
    )
  }
  return <StoredSecret environment={environment} secret={name} label={label} {...field(name)} />
}

/** Whether client id and audience are kept like passwords: no secrets to some organizations, secrets to others. At once. */
function SecretNames({ environment: { id, sealedNames } }: { environment: Environment }) {
  const client = useClient()
  const save = useCall(async (secret: boolean) =>
    client.environments.update({ id, sealedNames: secret ? ['clientId', 'audience'] : [] }),
  )
  return (
    <>
      <SwitchField
        label={accessWords.secretNames}
        hint={accessWords.secretNamesHint}
        checked={sealedNames.clientId !== null && sealedNames.audience !== null}
        onChange={(secret) => {
          // Not disabled while it is saved: the focus would be lost.
          if (!save.busy) void save.run(secret)
        }}
      />
      {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
    </>
  )
}
