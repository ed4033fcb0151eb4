import type { Environment } from '../../../../shared/wireTypes.ts'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { skippedWords } from './words.ts'
import { isVerified } from '../../../../shared/model.ts'
import { verdicts } from '../../../../shared/codes/signature/verdicts.ts'
import type { FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { countDeliveries } from '../../../data/state/deliveryCalls.ts'

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
  const { client, navigation } = useApp()
  const toasts = useToasts()
  const inUse = useAppState(({ feed }) => feed.status?.environment.id === environmentId)
  const open = useCall(async () => client.environments.activate({ id: environmentId }))
  const place = { screen: 'access', deliveryId: null }
  if (inUse) return <a href={navigation.href(place)}>{skippedWords.openAccess}</a>
  const onClick = async () => {
    if ((await open.run()) === undefined) toasts.problem(skippedWords.notSwitched(name))
    else navigation.go(place)
  }
  return (
    <Button busy={open.busy} onClick={() => void onClick()}>
      {skippedWords.openAccessOf(name)}
    </Button>
  )
}

function Offer({ environment, count }: { environment: Environment; count: number }) {
  const { client } = useApp()
  const mayGoOn = useProductionGuard()
  const run = useCall(async () => client.environments.runSkippedFollowUps({ id: environment.id }))
  const runAsked = async () => {
    if (await mayGoOn(environment, productionWords.run)) await run.run()
  }
  return (
    <ErrorNote
      look="good"
      next={
        <Button busy={run.busy} onClick={() => void runAsked()}>
          {skippedWords.run(count)}
        </Button>
      }
    >
      {run.problem?.message ?? skippedWords.ready(environment.name, count)}
    </ErrorNote>
  )
}

/** Others may fail while it is shown; they are counted again at most this often, ms. */
const calmMs = 2000

/**
 * How many follow-ups of an environment a repair has run again: those that failed, as far as they are followed up at all.
 * Undefined while that is not known.
 * @param resourceType only those of this type, what was skipped for want of a path included
 */
export function useFailedFollowUps(
  { id, followUnverified }: Pick<Environment, 'id' | 'followUnverified'>,
  resourceType?: string,
): number | undefined {
  const { client } = useApp()
  const newest = useAppState(
    ({ feed }) => `${feed.epoch} ${feed.window[0]?.id} ${feed.status?.health.followUps.failed}`,
  )
  const filter = formatDeliveryFilter({ terms: failedTerms(followUnverified, resourceType) })
  const { data } = useLoad(
    `failed:${id}:${filter}`,
    async (signal) => (await countDeliveries(client, { environmentId: id, filter }, signal))?.total,
    useSettled(newest, calmMs),
  )
  return data
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
