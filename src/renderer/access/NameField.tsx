import type { Environment } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { TextField } from '../ui/Field.tsx'
import { SecretField } from '../ui/SecretField.tsx'
import type { EditedForm } from '../ui/useEdits.ts'
import { accessWords } from '../words/access.ts'
import type { AccessForm } from './accessForm.ts'

interface NameFieldProps {
  name: 'clientId' | 'audience'
  environment: Environment
  draft: EditedForm<AccessForm>
}

/** The client id or the audience: in clear, or sealed like a password where it is a secret. */
export function NameField({ name, environment, draft: { form, set } }: NameFieldProps) {
  const client = useClient()
  const stored = environment.sealedNames[name]
  const label = accessWords[name]
  if (stored === null) {
    return (
      <TextField
        label={label}
        mono
        value={form[name] ?? ''}
        onChange={(value) => set(name, value)}
        readOnly={environment.kind === 'sandbox'}
      />
    )
  }
  return (
    <SecretField
      // A stored one that has changed hides what was revealed before.
      key={stored.fingerprint}
      label={label}
      stored={stored}
      value={form[name]}
      onChange={(value) => set(name, value)}
      reveal={async () => (await client.environments.reveal({ id: environment.id, secret: name })).text}
    />
  )
}
