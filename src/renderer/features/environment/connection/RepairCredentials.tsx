import { isVerified } from '../../../../shared/model.ts'
import type { Delivery, Environment } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { fieldsOf, Form } from '../../../ui/fields/Form.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import { BaseUrlField, NameField } from './ConnectionScreen.tsx'
import { StoredSecret, TokenTest } from './StoredCredentials.tsx'
import {
  accessInput,
  accessProblems,
  firstProblem,
  missingFor,
  secretsOf,
  storedAccess,
  triedCredentials,
} from '../form/accessForm.ts'
import { useFailedFollowUps } from './SkippedFollowUps.tsx'
import { accessWords, repairWords as words, saveAndRun } from './words.ts'
import styles from './Connection.module.css'
import { formWords } from '../form/accessForm.ts'

/** Reasons that concern the credentials or the addresses they are sent to. */
const reasons: ReadonlySet<string> = new Set([
  'no-base-url',
  'credentials-missing',
  'credentials-refused',
  'client-unknown',
  'grant-not-allowed',
  'token-request-refused',
  'provider-redirects',
  'provider-gave-no-token',
  'service-redirects',
  'token-refused',
])

/** Whether an object could not be fetched because of the credentials. */
export function needsCredentials({ followUp: { state, why }, verdict, resourceId }: Delivery): boolean {
  const isOver = state === 'failed' || state === 'skipped'
  return isOver && isVerified(verdict) && resourceId !== null && why != null && reasons.has(why.code)
}

/**
 * Tests and saves the credentials next to the failure they caused, and runs the affected follow-ups again.
 * @param needed false: the failure is over, and only the result is shown
 */
export function RepairCredentials({ delivery, needed }: { delivery: Delivery; needed: boolean }) {
  const environment = useAppState(({ feed }) => feed.environments.find(({ id }) => id === delivery.environmentId))
  if (environment === undefined || environment.kind !== 'service') return null
  return <CredentialsForm key={environment.id} environment={environment} needed={needed} />
}

function CredentialsForm({ environment, needed }: { environment: Environment; needed: boolean }) {
  const { id } = environment
  const client = useClient()
  const failed = useFailedFollowUps(environment)
  const skipped = useAppState(
    ({ feed }) =>
      feed.status?.health.followUps.withoutCredentials.find((entry) => entry.environmentId === id)?.count ?? 0,
  )
  const mayGoOn = useProductionGuard()
  // Shares its edits with the Access screen.
  const draft = useEdits(`access:${id}`, storedAccess(environment), secretsOf(environment))
  const problems = accessProblems(draft.form)
  const blocked = firstProblem(problems)
  const as = environment.readonlyPassword.set || draft.form.readonlyPassword !== null ? 'readonly' : 'master'
  const save = useCall(async () => {
    const sent = draft.edits
    const saved = await client.environments.update({ id, ...accessInput(sent) })
    draft.saved(sent)
    return saved
  })
  const saveFirst = async () => !draft.edited || (blocked === null && (await save.run()) !== undefined)
  const run = useCall(async () => {
    if (!(await saveFirst())) return null
    const skipped = await client.environments.runSkippedFollowUps({ id })
    const failed = await client.environments.runFailedFollowUps({ id })
    return skipped.waiting + failed.waiting
  })
  const runAsked = async () => {
    if (await mayGoOn(environment, productionWords.run)) await run.run()
  }
  const missing = missingFor(draft.form, as, environment)
  const result = run.answer != null && !run.busy && <DoneNote>{words.ran(run.answer)}</DoneNote>
  if (!needed) return result
  return (
    <Form aria-label={words.title} onSubmit={() => void runAsked()}>
      <Stack gap={3}>
        <CredentialFields {...{ environment, draft, problems, as }} />
        <TokenTest
          label={words.test}
          missing={blocked ?? missing}
          test={async () => client.environments.token({ id, as, with: triedCredentials(draft.edits) })}
        />
        <Row gap={2}>
          <Button type="submit" look="primary" busy={run.busy} disabled={missing !== null || blocked !== null}>
            {saveAndRun(failed === undefined ? undefined : failed + skipped)}
          </Button>
        </Row>
        {[save.problem, run.problem].map(
          (wrong) => wrong !== null && <ErrorNote key={wrong.message}>{wrong.message}</ErrorNote>,
        )}
        {result}
      </Stack>
    </Form>
  )
}

interface CredentialFieldsProps {
  environment: Environment
  draft: ReturnType<typeof useEdits<ReturnType<typeof storedAccess>>>
  problems: ReturnType<typeof accessProblems>
  /** Who fetches objects. */
  as: 'master' | 'readonly'
}

function CredentialFields({ environment, draft, problems, as }: CredentialFieldsProps) {
  const field = fieldsOf(draft, problems)
  const password = as === 'master' ? 'password' : 'readonlyPassword'
  return (
    <div className={styles.grid}>
      <TextField label={formWords.authUrl} mono inputMode="url" {...field('authUrl')} />
      <BaseUrlField {...{ environment, draft, problems }} />
      <NameField name="clientId" environment={environment} draft={draft} />
      <NameField name="audience" environment={environment} draft={draft} />
      {as === 'master' ? (
        <TextField label={accessWords.username} {...field('username')} />
      ) : (
        <TextField label={accessWords.readonlyUsername} {...field('readonlyUsername')} />
      )}
      <StoredSecret
        environment={environment}
        secret={password}
        label={as === 'master' ? accessWords.password : accessWords.readonlyPassword}
        {...field(password)}
      />
    </div>
  )
}
