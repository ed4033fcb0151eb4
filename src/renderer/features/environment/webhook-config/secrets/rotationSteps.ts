import type { Environment } from '../../../../../shared/wireTypes.ts'
import { formatClock, formatTicking } from '../../../../text/format.ts'
import { rotationWords } from './words.ts'

type Rotation = NonNullable<Environment['rotation']>

/** One step of a change of the shared secret. */
export interface RotationStep {
  id: 'apply' | 'rest' | 'retire'
  title: string
  state: 'done' | 'now' | 'later'
  detail: string
}

/** Describes the steps of a rotation in progress. `now` in ms since the epoch. Pure; empty without a rotation. */
export function rotationSteps(environment: Environment, now: number): RotationStep[] {
  const { rotation, sharedSecrets } = environment
  if (rotation === null) return []
  const fresh = sharedSecrets.find(({ id }) => id === rotation.secretId)
  const fingerprint = fresh?.fingerprint ?? rotationWords.unknown
  const isApplied = rotation.state === 'waiting'
  const old = sharedSecrets.filter(({ id, retiredAt }) => id !== rotation.secretId && retiredAt === null)
  const olds = rotationWords.oldSecrets(old.length)
  return [
    {
      id: 'apply',
      title: rotationWords.give,
      state: isApplied ? 'done' : 'now',
      detail: isApplied ? rotationWords.given(fingerprint) : rotationWords.toGive(fingerprint),
    },
    {
      id: 'rest',
      title: rotationWords.wait(olds, old.length),
      state: isApplied ? 'now' : 'later',
      detail: isApplied
        ? `${lastUse(old, now)} ${retirement(rotation, old.length, now)}`.trim()
        : rotationWords.waitLater(olds),
    },
    {
      id: 'retire',
      title: rotationWords.retire(olds),
      state: 'later',
      detail: rotationWords.retireLater(rotation.quietMinutes),
    },
  ]
}

function lastUse(old: readonly { lastUsedAt: string | null }[], now: number): string {
  if (old.length === 0) return rotationWords.noneAccepted
  const last = old
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .sort()
    .at(-1)
  return last === undefined
    ? rotationWords.neverUsed(old.length)
    : rotationWords.lastUsed(old.length, formatTicking(last, now))
}

function retirement({ retiresAt, quietMinutes }: Rotation, count: number, now: number): string {
  if (retiresAt === null) return ''
  // The page's clock ticks in steps and may lag behind the last use, so limit the remaining time to the quiet period.
  const left = Math.min(Date.parse(retiresAt) - now, quietMinutes * 60_000)
  return left <= 0
    ? rotationWords.beingRetired(count)
    : rotationWords.retiredAt(count, formatClock(retiresAt, 'minute'), leftWords(left))
}

/** Rounds up to whole minutes, because ticking seconds would distract. */
function leftWords(ms: number): string {
  if (ms <= 60_000) return rotationWords.withinMinute
  const minutes = Math.ceil(ms / 60_000)
  return minutes <= 90 ? rotationWords.inMinutes(minutes) : rotationWords.inHours(Math.round(minutes / 60))
}
