import { useAppState } from '../../../data/state/useApp.ts'
import { filled } from '../../../text/filled.tsx'
import { Columns, Screen } from '../../../ui/layout/Section.tsx'
import { SharedSecrets } from '../webhook-config/secrets/SharedSecrets.tsx'
import { EnvironmentForm, useSecretStorage } from './EnvironmentForm.tsx'
import { HandshakesSection } from './HandshakesSection.tsx'
import { SchemeSection } from './SchemeSection.tsx'
import { accessWords } from './words.ts'

/** The parts that signatures are checked with: the sender's scheme, its secrets with their rotation, and its verify token. */
export function SecretsScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  const storage = useSecretStorage()
  if (environment === undefined) return null
  return (
    <Screen title={accessWords.secretsTitle} lead={filled(accessWords.secretsLead, { storage })}>
      <Columns
        side={
          <>
            <SharedSecrets key={environment.id} environment={environment} />
            <HandshakesSection environment={environment} />
          </>
        }
      >
        <EnvironmentForm key={environment.id} environment={environment}>
          {(shared) => <SchemeSection {...shared} />}
        </EnvironmentForm>
      </Columns>
    </Screen>
  )
}
