import { useClient } from '../state/useApp.ts'
import { TextField } from '../ui/Field.tsx'
import { SecretField } from '../ui/SecretField.tsx'
import { Section } from '../ui/Section.tsx'
import { accessWords } from '../words/access.ts'
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
      title={accessWords.readonly}
      lead={readonlyPassword.set ? accessWords.readonlyLead : accessWords.noReadonlyLead}
    >
      <div className="access-grid">
        <TextField
          label={accessWords.readonlyUsername}
          value={form.readonlyUsername}
          onChange={(value) => set('readonlyUsername', value)}
        />
        <SecretField
          key={readonlyPassword.fingerprint}
          label={accessWords.readonlyPassword}
          stored={readonlyPassword}
          value={form.readonlyPassword}
          onChange={(value) => set('readonlyPassword', value)}
          reveal={reveal}
        />
      </div>
      <TokenTest
        label={accessWords.testReadonly}
        missing={missingFor(form, 'readonly', environment)}
        test={async () =>
          (await saveFirst()) ? client.environments.token({ id: environment.id, as: 'readonly' }) : undefined
        }
      />
      {readonlyPassword.set && (
        <ClearStored
          label={accessWords.forgetReadonly}
          note={accessWords.forgetReadonlyNote}
          done={accessWords.forgotReadonly}
          id={environment.id}
          change={{ readonlyUsername: '', readonlyPassword: '' }}
        />
      )}
      <CreateReadonlyUser environmentId={environment.id} />
    </Section>
  )
}
