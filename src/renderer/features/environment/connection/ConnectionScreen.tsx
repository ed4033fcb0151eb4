import { useMutation } from '@tanstack/react-query'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import { filled } from '../../../text/visibleText.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { SwitchField, TextField } from '../../../ui/fields/Field.tsx'
import { fieldsOf } from '../../../ui/fields/Form.tsx'
import { Columns, Fact, Facts, Screen, Section } from '../../../ui/layout/Section.tsx'
import { EnvironmentForm, useSecretStorage, FillInApi } from '../form/EnvironmentForm.tsx'
import { ReadonlySection } from './ReadonlySection.tsx'
import { SkippedFollowUps } from './RepairCredentials.tsx'
import { BaseUrlField, ClearStored, NameField, StoredSecret, TokenTest } from './StoredCredentials.tsx'
import { type AccessProps, missingFor, triedCredentials } from '../form/accessForm.ts'
import { formWords } from '../settingsWords.ts'
import { accessWords } from './words.ts'
import styles from './Connection.module.css'

/** Addresses and credentials of the environment in use. */
export function AccessScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  const storage = useSecretStorage()
  if (environment === undefined) return null
  const isSender = environment.kind === 'sender'
  return (
    <Screen
      title={accessWords.title}
      lead={isSender ? accessWords.leadOfSender : filled(accessWords.lead, { storage })}
    >
      <EnvironmentForm key={environment.id} environment={environment}>
        {(shared) =>
          isSender ? (
            <SenderApiSection {...shared} />
          ) : (
            <Columns
              side={
                <>
                  <SkippedFollowUps environmentId={environment.id} />
                  <FollowUnverified environment={environment} />
                </>
              }
            >
              <AddressSection {...shared} />
              <MasterSection {...shared} />
              <ReadonlySection {...shared} />
            </Columns>
          )
        }
      </EnvironmentForm>
    </Screen>
  )
}

/** Switches follow-ups of unverified deliveries on or off. Takes effect at once. */
function FollowUnverified({ environment }: { environment: Environment }) {
  const save = useMutation(useCalls().environments.update.mutationOptions())
  return (
    <Section title={accessWords.followUps} lead={accessWords.followUpsLead}>
      <SwitchField
        label={accessWords.followUnverified}
        hint={accessWords.followUnverifiedHint}
        checked={environment.followUnverified}
        onChange={(followUnverified) => {
          // Not disabled while it is saved: the focus would be lost.
          if (!save.isPending) save.mutate({ id: environment.id, followUnverified })
        }}
      />
      {save.error !== null && <ErrorNote>{save.error.message}</ErrorNote>}
    </Section>
  )
}

/** How objects are fetched from the API of another sender. */
function SenderApiSection({ environment, draft, problems }: AccessProps) {
  const field = fieldsOf(draft, problems)
  const { navigation } = useApp()
  return (
    <Section
      title={accessWords.senderApi}
      lead={filled(accessWords.senderApiLead, {
        paths: <a href={navigation.href({ screen: 'object-paths' })}>{accessWords.resourcePaths}</a>,
      })}
    >
      <FillInApi environment={environment} />
      <div className={styles.grid}>
        <BaseUrlField {...{ environment, draft, problems }} hint={accessWords.senderBaseUrlHint} />
        <StoredSecret environment={environment} secret="password" label={accessWords.apiKey} {...field('password')} />
        <TextField
          label={formWords.apiKeyHeader}
          mono
          placeholder={accessWords.apiKeyHeaderExample}
          {...field('apiKeyHeader')}
          hint={accessWords.apiKeyHeaderHint}
        />
      </div>
      {environment.password.set && (
        <ClearStored
          label={accessWords.clearApiKey}
          note={accessWords.clearApiKeyNote}
          done={accessWords.clearedApiKey}
          environment={environment}
          change={{ password: '' }}
        />
      )}
    </Section>
  )
}

/** The organization's master API user: sets the webhook-config and creates read only users. */
function MasterSection({ environment, draft, problems }: AccessProps) {
  const field = fieldsOf(draft)
  const client = useClient()
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
          <StoredSecret
            environment={environment}
            secret="password"
            label={accessWords.password}
            {...field('password')}
          />
        </div>
      )}
      <TokenTest
        label={accessWords.testMaster}
        missing={problems.authUrl ?? missingFor(draft.form, 'master', environment)}
        test={async () =>
          client.environments.token({ id: environment.id, as: 'master', with: triedCredentials(draft.edits) })
        }
      />
      {environment.kind === 'service' && environment.password.set && (
        <ClearStored
          label={accessWords.clearPassword}
          note={accessWords.clearPasswordNote}
          done={accessWords.clearedPassword}
          environment={environment}
          change={{ password: '' }}
        />
      )}
    </Section>
  )
}

/** The service's addresses, and the client that asks it for tokens. */
function AddressSection({ environment, draft, problems }: AccessProps) {
  const field = fieldsOf(draft, problems)
  const isSandbox = environment.kind === 'sandbox'
  return (
    <Section
      title={accessWords.addresses}
      lead={isSandbox ? accessWords.addressesOfSandbox : accessWords.addressesLead}
    >
      <div className={styles.grid}>
        <TextField
          label={formWords.authUrl}
          mono
          inputMode="url"
          placeholder={accessWords.authUrlExample}
          {...field('authUrl')}
          hint={accessWords.authUrlHint}
          readOnly={isSandbox}
        />
        <BaseUrlField {...{ environment, draft, problems }} hint={accessWords.baseUrlHint} />
        <NameField name="clientId" environment={environment} draft={draft} />
        <NameField name="audience" environment={environment} draft={draft} />
      </div>
      {!isSandbox && <SecretNames environment={environment} />}
    </Section>
  )
}

/** Whether client id and audience are kept like passwords: no secrets to some organizations, secrets to others. At once. */
function SecretNames({ environment: { id, sealedNames } }: { environment: Environment }) {
  const save = useMutation(useCalls().environments.update.mutationOptions())
  return (
    <>
      <SwitchField
        label={accessWords.secretNames}
        hint={accessWords.secretNamesHint}
        checked={sealedNames.clientId !== null && sealedNames.audience !== null}
        onChange={(secret) => {
          // Not disabled while it is saved: the focus would be lost.
          if (!save.isPending) save.mutate({ id, sealedNames: secret ? ['clientId', 'audience'] : [] })
        }}
      />
      {save.error !== null && <ErrorNote>{save.error.message}</ErrorNote>}
    </>
  )
}
