import { isVerified } from '../../../../shared/model.ts'
import { verdicts } from '../../../../shared/codes/signature/verdicts.ts'
import type { FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter, termOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { countDeliveries } from '../../../data/state/deliveryCalls.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/calls.ts'

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
