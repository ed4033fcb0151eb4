import { useClient } from '../../../data/state/useApp.ts'
import { TextField } from '../../../ui/Field.tsx'
import { SecretField } from '../../../ui/SecretField.tsx'
import { fieldsOf } from '../../../ui/Form.tsx'
import { Section } from '../../../ui/Section.tsx'
import { accessWords } from './words.ts'
import { type AccessProps, missingFor } from './accessForm.ts'
import { ClearStored } from './ClearStored.tsx'
import { CreateReadonlyUser } from './CreateReadonlyUser.tsx'
import { TokenTest } from './TokenTest.tsx'
import styles from './Access.module.css'

/** The user that may only read: objects are fetched as this one where there is one. */
export function ReadonlySection({ environment, draft, saveFirst }: AccessProps) {
  const field = fieldsOf(draft)
  const client = useClient()
  const { readonlyPassword } = environment
  const reveal = async () => (await client.environments.reveal({ id: environment.id, secret: 'readonlyPassword' })).text
  return (
    <Section
      title={accessWords.readonly}
      lead={readonlyPassword.set ? accessWords.readonlyLead : accessWords.noReadonlyLead}
    >
      <div className={styles.grid}>
        <TextField label={accessWords.readonlyUsername} {...field('readonlyUsername')} />
        <SecretField
          key={readonlyPassword.fingerprint}
          label={accessWords.readonlyPassword}
          stored={readonlyPassword}
          {...field('readonlyPassword')}
          reveal={reveal}
        />
      </div>
      <TokenTest
        label={accessWords.testReadonly}
        missing={missingFor(draft.form, 'readonly', environment)}
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
