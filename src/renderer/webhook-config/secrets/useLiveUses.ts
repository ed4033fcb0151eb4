import { isVerified } from '../../../shared/model.ts'
import type { Environment } from '../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../state/useApp.ts'
import { useLoad } from '../../state/useLoad.ts'
import { useSettled } from '../../ui/useSettled.ts'
import { withUses } from './secretStanding.ts'

/** Deliveries may come in a rush; the uses are asked for at most this often, ms. */
const calmMs = 2000

/** An environment whose last uses of secrets are those of this moment. */
export function useLiveUses(environment: Environment): Environment {
  const client = useClient()
  const { id } = environment
  const newest = useAppState(
    ({ feed }) =>
      feed.window.find(({ environmentId, verdict }) => environmentId === id && isVerified(verdict))?.id ?? 'none',
  )
  const version = useSettled(newest, calmMs)
  const { data } = useLoad(id, async (signal) => client.environments.list(undefined, { signal }), version)
  return withUses(
    environment,
    data?.find((candidate) => candidate.id === id),
  )
}
