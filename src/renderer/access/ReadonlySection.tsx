import { useClient } from '../state/useApp.ts'
import { TextField } from '../ui/Field.tsx'
import { SecretField } from '../ui/SecretField.tsx'
import { Section } from '../ui/Section.tsx'
import { missingFor } from './accessForm.ts'
import type { AccessProps } from './accessProps.ts'
import { ClearStored } from './ClearStored.tsx'
import { CreateReadonlyUser } from './CreateReadonlyUser.tsx'
import { TokenTest } from './TokenTest.tsx'

/** The user that may only read: objects are fetched as this one where there is one. */
export function ReadonlySection({ environment, draft: { form, set }, saveFirst }: AccessProps) {
  const client = useClient()
  const { readonlyPassword } = environment
  const reveal = async () => (await client.environments.reveal({ id: environment.id, secret: 'readonlyPassword' })).text
  return (
    <Section
      title="Read only user"
      lead={
        readonlyPassword.set
          ? 'Objects are fetched as this user, who may read and nothing else.'
          : 'None yet, so objects are fetched as the master user. A user who may only read is the safer choice.'
      }
    >
      <div className="access-grid">
        <TextField
          label="Read only username"
          value={form.readonlyUsername}
          onChange={(value) => set('readonlyUsername', value)}
        />
        <SecretField
          key={readonlyPassword.fingerprint}
          label="Read only password"
          stored={readonlyPassword}
          value={form.readonlyPassword}
          onChange={(value) => set('readonlyPassword', value)}
          reveal={reveal}
        />
      </div>
      <TokenTest
        label="Test read only credentials"
        missing={missingFor(form, 'readonly', environment)}
        test={async () =>
          (await saveFirst()) ? client.environments.token({ id: environment.id, as: 'readonly' }) : undefined
        }
      />
      {readonlyPassword.set && (
        <ClearStored
          label="Forget read only user"
          note="Objects are then fetched as the master user. At the service the user stays."
          id={environment.id}
          change={{ readonlyUsername: '', readonlyPassword: '' }}
        />
      )}
      <CreateReadonlyUser environmentId={environment.id} />
    </Section>
  )
}
