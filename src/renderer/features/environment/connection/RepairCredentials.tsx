import { useMutation, useQuery } from '@tanstack/react-query'
import { verdicts } from '../../../../shared/codes/signature/verdicts.ts'
import type { FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { isVerified } from '../../../../shared/model.ts'
import type { Delivery, Environment } from '../../../../shared/wireTypes.ts'
import { countDeliveries } from '../../../data/state/deliveryCalls.ts'
import { useApp, useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { fieldsOf, Form } from '../../../ui/fields/Form.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { type Edits, isEdited, useEdits } from '../../../ui/hooks/useEdits.ts'
import { BaseUrlField, NameField, StoredSecret, TokenTest } from './StoredCredentials.tsx'
import {
  accessInput,
  accessProblems,
  type AccessForm,
  firstProblem,
  missingFor,
  secretsOf,
  storedAccess,
  triedCredentials,
} from '../form/accessForm.ts'
import { formWords } from '../settingsWords.ts'
import { accessWords, repairWords as words, saveAndRun, skippedWords } from './words.ts'
import styles from './Connection.module.css'

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
  const repair = useMutation({
    mutationFn: async (sent: Edits<AccessForm>) => {
      if (isEdited(sent)) {
        await client.environments.update({ id, ...accessInput(sent) })
        draft.saved(sent)
      }
      const skipped = await client.environments.runSkippedFollowUps({ id })
      const failed = await client.environments.runFailedFollowUps({ id })
      return skipped.waiting + failed.waiting
    },
  })
  const repairAsked = async () => {
    if (repair.isPending || blocked !== null) return
    if (await mayGoOn(environment, productionWords.run)) repair.mutate(draft.edits)
  }
  const missing = missingFor(draft.form, as, environment)
  const result = repair.data !== undefined && <DoneNote>{words.ran(repair.data)}</DoneNote>
  if (!needed) return result
  return (
    <Form aria-label={words.title} onSubmit={() => void repairAsked()}>
      <Stack gap={3}>
        <CredentialFields {...{ environment, draft, problems, as }} />
        <TokenTest
          label={words.test}
          missing={blocked ?? missing}
          test={async () => client.environments.token({ id, as, with: triedCredentials(draft.edits) })}
        />
        <Row gap={2}>
          <Button type="submit" look="primary" busy={repair.isPending} disabled={missing !== null || blocked !== null}>
            {saveAndRun(failed === undefined ? undefined : failed + skipped)}
          </Button>
        </Row>
        {repair.error !== null && <ErrorNote>{repair.error.message}</ErrorNote>}
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

/**
 * The follow-ups of each environment that were skipped because its credentials were incomplete: where to give them, or,
 * once they are there, an offer to run what was skipped. Nothing is shown where there are none.
 * @param environmentId only those of one environment
 */
export function SkippedFollowUps({ environmentId }: { environmentId?: string }) {
  const all = useAppState((state) => state.feed.status?.health.followUps.withoutCredentials)
  const environments = useAppState((state) => state.feed.environments)
  return (all ?? [])
    .filter((entry) => environmentId === undefined || entry.environmentId === environmentId)
    .map((entry) => {
      const environment = environments.find(({ id }) => id === entry.environmentId)
      const name = environment?.name ?? entry.environmentId
      return entry.missing === null && environment !== undefined ? (
        <Offer key={entry.environmentId} environment={environment} count={entry.count} />
      ) : (
        <ErrorNote
          key={entry.environmentId}
          look="warn"
          next={environmentId === undefined && <OpenAccess environmentId={entry.environmentId} name={name} />}
        >
          {skippedWords.missing(name, entry.count, entry.missing ?? '')}
        </ErrorNote>
      )
    })
}

/** Opens Connection, after a switch to the environment: Connection shows the one in use. */
function OpenAccess({ environmentId, name }: { environmentId: string; name: string }) {
  const { navigation } = useApp()
  const toasts = useToasts()
  const inUse = useAppState(({ feed }) => feed.status?.environment.id === environmentId)
  const place = { screen: 'access', deliveryId: null }
  const open = useMutation(
    useCalls().environments.activate.mutationOptions({
      onSuccess: () => navigation.go(place),
      onError: () => toasts.problem(skippedWords.notSwitched(name)),
    }),
  )
  if (inUse) return <a href={navigation.href(place)}>{skippedWords.openAccess}</a>
  return (
    <Button busy={open.isPending} onClick={() => open.mutate({ id: environmentId })}>
      {skippedWords.openAccessOf(name)}
    </Button>
  )
}

function Offer({ environment, count }: { environment: Environment; count: number }) {
  const mayGoOn = useProductionGuard()
  const run = useMutation(useCalls().environments.runSkippedFollowUps.mutationOptions())
  const runAsked = async () => {
    if (await mayGoOn(environment, productionWords.run)) run.mutate({ id: environment.id })
  }
  return (
    <ErrorNote
      look="good"
      next={
        <Button busy={run.isPending} onClick={() => void runAsked()}>
          {skippedWords.run(count)}
        </Button>
      }
    >
      {run.error?.message ?? skippedWords.ready(environment.name, count)}
    </ErrorNote>
  )
}

/**
 * How many follow-ups of an environment a repair has run again: those that failed, as far as they are followed up at all.
 * Undefined while that is not known.
 * @param resourceType only those of this type, what was skipped for want of a path included
 */
export function useFailedFollowUps(
  { id, followUnverified }: Pick<Environment, 'id' | 'followUnverified'>,
  resourceType?: string,
): number | undefined {
  const client = useClient()
  const filter = formatDeliveryFilter({ terms: failedTerms(followUnverified, resourceType) })
  const { data } = useQuery({
    queryKey: [['rates'], { environmentId: id, filter }],
    queryFn: async ({ signal }) =>
      (await countDeliveries(client, { environmentId: id, filter }, signal))?.total ?? null,
  })
  return data ?? undefined
}

/** As the engine chooses them: verified, unless the environment wants others, too, and each notification once. Pure. */
export function failedTerms(followUnverified: boolean, resourceType?: string): FilterTerm[] {
  const term = (key: FilterTerm['key'], values: string[], negated = false): FilterTerm => ({
    key,
    values,
    negated,
    quoted: false,
    at: null,
  })
  return [
    term('status', resourceType === undefined ? ['failed'] : ['failed', 'skipped']),
    ...(resourceType === undefined ? [] : [termOf('type', resourceType)]),
    ...(followUnverified ? [] : [term('verdict', verdicts.filter(isVerified))]),
    term('is', ['duplicate'], true),
  ]
}
