import { useClient } from '../state/useApp.ts'
import { Fact, Facts, Section } from '../ui/Section.tsx'
import { TextField } from '../ui/Field.tsx'
import { SecretField } from '../ui/SecretField.tsx'
import type { AccessProps } from './accessProps.ts'
import { ClearStored } from './ClearStored.tsx'
import { TokenTest } from './TokenTest.tsx'
import { missingFor } from './accessForm.ts'

/** The organization's master API user: sets the webhook-config and creates read only users. */
export function MasterSection({ environment, draft: { form, set }, saveFirst }: AccessProps) {
  const client = useClient()
  const reveal = async () => (await client.environments.reveal({ id: environment.id, secret: 'password' })).text
  return (
    <Section title="Master user" lead="Sets the webhook config and creates read only users.">
      {environment.kind === 'sandbox' ? (
        <Facts>
          <Fact name="Username">
            <span className="mono">{environment.username}</span>
          </Fact>
          <Fact name="Password">Built in. The Sandbox screen shows it.</Fact>
        </Facts>
      ) : (
        <div className="access-grid">
          <TextField label="Username" value={form.username} onChange={(value) => set('username', value)} />
          <SecretField
            key={environment.password.fingerprint}
            label="Password"
            stored={environment.password}
            value={form.password}
            onChange={(value) => set('password', value)}
            reveal={reveal}
          />
        </div>
      )}
      <TokenTest
        label="Test master credentials"
        missing={missingFor(form, 'master', environment)}
        test={async () =>
          (await saveFirst()) ? client.environments.token({ id: environment.id, as: 'master' }) : undefined
        }
      />
      {environment.kind === 'service' && environment.password.set && (
        <ClearStored
          label="Clear stored password"
          note="It is deleted here; at the service it stays. Until it is entered again nothing can be applied."
          id={environment.id}
          change={{ password: '' }}
        />
      )}
    </Section>
  )
}
