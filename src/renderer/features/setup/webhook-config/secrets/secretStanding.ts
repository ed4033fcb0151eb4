import type { Environment, SharedSecretState } from '../../../../../shared/wireTypes.ts'
import type { secretWords } from './words.ts'
import { isVerified } from '../../../../../shared/model.ts'
import { useAppState, useClient } from '../../../../data/state/useApp.ts'
import { useLoad } from '../../../../data/state/useLoad.ts'
import { useSettled } from '../../../../ui/useSettled.ts'

/** Whether a secret still verifies, in a word or two. Pure. */
export function secretStanding(secret: SharedSecretState): keyof typeof secretWords.standings {
  if (secret.retiredAt !== null) return 'retired'
  return secret.current ? 'current' : 'accepted'
}

/**
 * An environment with the last uses of its secrets as they are now. The feed tells an environment when it is changed, not
 * at each delivery, so the uses are asked for beside it; what the feed says of everything else is newer. Pure.
 */
export function withUses(environment: Environment, asked: Environment | undefined): Environment {
  if (asked === undefined) return environment
  const sharedSecrets = environment.sharedSecrets.map((secret) => {
    const lastUsedAt = asked.sharedSecrets.find(({ id }) => id === secret.id)?.lastUsedAt ?? null
    return { ...secret, lastUsedAt: later(secret.lastUsedAt, lastUsedAt) }
  })
  const { rotation } = environment
  if (rotation?.secretId !== asked.rotation?.secretId || rotation?.retiresAt == null)
    return { ...environment, sharedSecrets }
  const retiresAt = later(rotation.retiresAt, asked.rotation?.retiresAt ?? null)
  return { ...environment, sharedSecrets, rotation: { ...rotation, retiresAt } }
}

/** ISO times in UTC sort as texts. */
function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

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
