import { useClient } from '../../../data/state/useApp.ts'
import { fieldsOf } from '../../../ui/Form.tsx'
import { Fact, Facts, Section } from '../../../ui/Section.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { SecretField } from '../../../ui/SecretField.tsx'
import { accessWords } from './words.ts'
import { type AccessProps, missingFor } from './accessForm.ts'
import { ClearStored } from './ClearStored.tsx'
import { TokenTest } from './TokenTest.tsx'
import styles from './Access.module.css'

/** The organization's master API user: sets the webhook-config and creates read only users. */
export function MasterSection({ environment, draft, saveFirst }: AccessProps) {
  const field = fieldsOf(draft)
  const client = useClient()
  const reveal = async () => (await client.environments.reveal({ id: environment.id, secret: 'password' })).text
  return (
    <Section title={accessWords.master} lead={accessWords.masterLead}>
      {environment.kind === 'sandbox' ? (
        <Facts>
          <Fact name={accessWords.username}>
            <span className="mono">{environment.username}</span>
          </Fact>
          <Fact name={accessWords.password}>{accessWords.passwordOfSandbox}</Fact>
        </Facts>
      ) : (
        <div className={styles.grid}>
          <TextField label={accessWords.username} {...field('username')} />
          <SecretField
            key={environment.password.fingerprint}
            label={accessWords.password}
            stored={environment.password}
            {...field('password')}
            reveal={reveal}
          />
        </div>
      )}
      <TokenTest
        label={accessWords.testMaster}
        missing={missingFor(draft.form, 'master', environment)}
        test={async () =>
          (await saveFirst()) ? client.environments.token({ id: environment.id, as: 'master' }) : undefined
        }
      />
      {environment.kind === 'service' && environment.password.set && (
        <ClearStored
          label={accessWords.clearPassword}
          note={accessWords.clearPasswordNote}
          done={accessWords.clearedPassword}
          id={environment.id}
          change={{ password: '' }}
        />
      )}
    </Section>
  )
}
