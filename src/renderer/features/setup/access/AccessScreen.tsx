import type { Environment } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { type Call, useCall } from '../../../data/state/useCall.ts'
import { filled } from '../../../text/filled.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { fieldsOf, Form, SaveBar } from '../../../ui/Form.tsx'
import { EnvironmentMark, tintOf } from '../../../ui/EnvironmentMark.tsx'
import { Columns, Fact, Facts, Screen, Section } from '../../../ui/Section.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { type EditedForm, useEdits } from '../../../ui/useEdits.ts'
import { ClearStored, StoredSecret, TokenTest } from './StoredCredentials.tsx'
import { EnvironmentSection, MarksSection } from './EnvironmentSection.tsx'
import { HandshakesSection } from './HandshakesSection.tsx'
import { ReadonlySection } from './ReadonlySection.tsx'
import { SchemeSection } from './SchemeSection.tsx'
import { SkippedFollowUps } from './SkippedFollowUps.tsx'
import {
  type AccessForm,
  accessInput,
  accessProblems,
  type AccessProps,
  firstProblem,
  missingFor,
  secretsOf,
  storedAccess,
  triedCredentials,
} from './accessForm.ts'
import { EnvironmentActions, EnvironmentFacts } from './environments/ChosenEnvironment.tsx'
import { EnvironmentList, environmentPaneId } from './environments/EnvironmentList.tsx'
import environmentStyles from './environments/Environments.module.css'
import { refusedFields } from './signature/ownSchemeForm.ts'
import { accessWords } from './words.ts'
import styles from './Access.module.css'

/** Access to the service: all environments on the left, addresses and credentials of the selected one on the right. */
export function AccessScreen() {
  const inUse = useAppState((state) => state.feed.status?.environment)
  const chosen =
    useAppState(({ feed, route }) => feed.environments.find(({ id }) => id === route.environmentId)) ?? inUse
  if (chosen === undefined) return null
  return (
    <div className={environmentStyles.screen}>
      <EnvironmentList chosen={chosen.id} />
      <ChosenEnvironment key={chosen.id} environment={chosen} />
    </div>
  )
}

function ChosenEnvironment({ environment }: { environment: Environment }) {
  const secretStorage = useAppState((state) => state.feed.status?.secretStorage ?? '')
  return (
    <section
      id={environmentPaneId}
      className={styles.chosen}
      aria-label={accessWords.pane}
      tabIndex={-1}
      style={tintOf(environment)}
    >
      <Screen
        title={
          <>
            <span className="unseen">{accessWords.title}: </span>
            <EnvironmentMark environment={environment} />
          </>
        }
        lead={
          <>
            <EnvironmentFacts environment={environment} />.{' '}
            {filled(environment.kind === 'sender' ? accessWords.leadOfSender : accessWords.lead, {
              storage: asSentence(secretStorage),
            })}
          </>
        }
        actions={<EnvironmentActions environment={environment} />}
      >
        <AccessEditor environment={environment} />
        <HandshakesSection environment={environment} />
      </Screen>
    </section>
  )
}

/** Adds a full stop if there is none. */
function asSentence(text: string): string {
  return /[.!?]?$/.exec(text)?.[0] === '' && text !== '' ? `${text}.` : text
}

function AccessEditor({ environment }: { environment: Environment }) {
  const client = useClient()
  const draft = useEdits(`access:${environment.id}`, storedAccess(environment), secretsOf(environment))
  const problems = accessProblems(draft.form)
  const blocked = firstProblem(problems)
  const save = useCall(async () => {
    const sent = draft.edits
    const saved = await client.environments.update({ id: environment.id, ...accessInput(sent) })
    draft.saved(sent)
    return saved
  })
  const refused = refusedFields(save.problem?.issues ?? [])
  const shared = { environment, draft, problems, refused, clearRefusal: save.reset }
  return (
    <Form
      onSubmit={() => {
        if (blocked === null && draft.edited) void save.run()
      }}
    >
      <Columns
        side={
          <>
            <MarksSection environment={environment} />
            <SchemeSection {...shared} />
            {environment.kind !== 'sender' && (
              <>
                <SkippedFollowUps environmentId={environment.id} />
                <FollowUnverified environment={environment} />
              </>
            )}
          </>
        }
      >
        <EnvironmentSection {...shared} />
        {environment.kind !== 'sender' && (
          <>
            <MasterSection {...shared} />
            <ReadonlySection {...shared} />
          </>
        )}
        {environment.kind === 'sender' && <SenderApiSection {...shared} />}
      </Columns>
      <AccessSaveBar draft={draft} save={save} blocked={blocked} />
    </Form>
  )
}

interface AccessSaveBarProps {
  draft: EditedForm<AccessForm>
  save: Call<[], Environment>
  /** Why it cannot be saved as it is, or null. */
  blocked: string | null
}

/** Shown at the lower edge while something is not saved. */
function AccessSaveBar({ draft, save, blocked }: AccessSaveBarProps) {
  return (
    <>
      <p className="unseen" role="status">
        {draft.edited || save.answer === undefined ? '' : accessWords.saved}
      </p>
      {draft.edited && (
        <SaveBar
          label={accessWords.save}
          busy={save.busy}
          blocked={blocked}
          note={save.busy ? accessWords.saving : accessWords.notSaved(Object.keys(draft.edits).length)}
          onDiscard={draft.discard}
          problem={
            save.problem !== null && (
              <ErrorNote>
                {save.problem.message} {accessWords.typedIsKept}
              </ErrorNote>
            )
          }
        />
      )}
    </>
  )
}

/** Switches follow-ups of unverified deliveries on or off. Takes effect at once. */
function FollowUnverified({ environment }: { environment: Environment }) {
  const client = useClient()
  const save = useCall(async (followUnverified: boolean) =>
    client.environments.update({ id: environment.id, followUnverified }),
  )
  return (
    <Section title={accessWords.followUps} lead={accessWords.followUpsLead}>
      <SwitchField
        label={accessWords.followUnverified}
        hint={accessWords.followUnverifiedHint}
        checked={environment.followUnverified}
        onChange={(on) => {
          // Not disabled while it is saved: the focus would be lost.
          if (!save.busy) void save.run(on)
        }}
      />
      {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
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
        paths: <a href={navigation.href({ screen: 'settings' })}>{accessWords.resourcePaths}</a>,
      })}
    >
      <div className={styles.grid}>
        <TextField
          label={accessWords.baseUrl}
          mono
          inputMode="url"
          placeholder={accessWords.baseUrlExample}
          {...field('baseUrl')}
          hint={accessWords.senderBaseUrlHint}
        />
        <StoredSecret environment={environment} secret="password" label={accessWords.apiKey} {...field('password')} />
        <TextField
          label={accessWords.apiKeyHeader}
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
