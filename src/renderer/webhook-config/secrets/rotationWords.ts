import type { Environment } from '../../../shared/wireTypes.ts'
import { countOf, formatAgo, formatClock } from '../../ui/format.ts'

type Rotation = NonNullable<Environment['rotation']>

/** One step of a change of the shared secret. */
export interface RotationStep {
  id: 'apply' | 'rest' | 'retire'
  title: string
  state: 'done' | 'now' | 'later'
  detail: string
}

/** The steps of a change that is under way, in words. `now` in ms since the epoch. Pure; empty when nothing rotates. */
export function rotationSteps(environment: Environment, now: number): RotationStep[] {
  const { rotation, sharedSecrets } = environment
  if (rotation === null) return []
  const fresh = sharedSecrets.find(({ id }) => id === rotation.secretId)
  const fingerprint = fresh?.fingerprint ?? 'unknown'
  const isApplied = rotation.state === 'waiting'
  const old = sharedSecrets.filter(({ id, retiredAt }) => id !== rotation.secretId && retiredAt === null)
  const isOne = old.length < 2
  const olds = isOne ? 'the old secret' : `the ${old.length} old secrets`
  return [
    {
      id: 'apply',
      title: 'Give the sender the new secret',
      state: isApplied ? 'done' : 'now',
      detail: isApplied
        ? `The sender has the new secret (fingerprint ${fingerprint}).`
        : `The new secret (fingerprint ${fingerprint}) already verifies here. Nobody signs with it until it is applied.`,
    },
    {
      id: 'rest',
      title: `Wait until ${olds} ${isOne ? 'rests' : 'rest'}`,
      state: isApplied ? 'now' : 'later',
      detail: isApplied
        ? `${lastUseWords(old, now)} ${retirementWords(rotation, isOne, now)}`.trim()
        : `Both are accepted, so that nothing is lost that is still signed with ${olds}.`,
    },
    {
      id: 'retire',
      title: `Retire ${olds}`,
      state: 'later',
      detail: `After ${countOf(rotation.quietMinutes, 'quiet minute')}, by itself. A retired secret stays in the list and still explains.`,
    },
  ]
}

function lastUseWords(old: readonly { lastUsedAt: string | null }[], now: number): string {
  const uses = old.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).sort()
  const last = uses.at(-1)
  const [subject, verb] = old.length < 2 ? ['The old secret', 'was'] : ['The old secrets', 'were']
  if (old.length === 0) return 'No old secret is accepted any more.'
  return last === undefined
    ? `${subject} ${verb} never seen in use.`
    : `${subject} ${verb} last used ${formatAgo(last, now)}.`
}

function retirementWords({ retiresAt, quietMinutes }: Rotation, isOne: boolean, now: number): string {
  if (retiresAt === null) return ''
  // The page's clock ticks in steps and may lag behind the last use: more than the whole rest is never left.
  const left = Math.min(Date.parse(retiresAt) - now, quietMinutes * 60_000)
  const [subject, verb, rest] = isOne ? ['It', 'is', 'it rests'] : ['They', 'are', 'they rest']
  if (left <= 0) return `${subject} ${verb} being retired.`
  return `${subject} ${verb} retired at ${formatClock(retiresAt).slice(0, 5)}, ${leftWords(left)}, if ${rest} until then.`
}

/** Calm: whole minutes, rounded up, because seconds would only make a person look. */
function leftWords(ms: number): string {
  if (ms <= 60_000) return 'within a minute'
  const minutes = Math.ceil(ms / 60_000)
  return minutes <= 90 ? `in ${minutes} minutes` : `in about ${Math.round(minutes / 60)} hours`
}
