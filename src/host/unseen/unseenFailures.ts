/** Failed deliveries that the user has not opened: pure transitions over a small, bounded state. */
import { compareDeliveryIds, isFailed, type Verdict } from '../../shared/model.ts'
import type { Unseen } from '../../shared/wireTypes.ts'

export interface UnseenState {
  /** Every delivery up to this one is accounted for. */
  upTo: string
  /** The newest unopened failures, oldest first. */
  failures: readonly UnseenFailure[]
  /** There were more than are kept: the count is a least one. */
  more: boolean
}

export interface UnseenFailure {
  id: string
  environmentId: string
}

interface Reported extends UnseenFailure {
  verdict: Verdict
}

/** Maximum number of failures that are counted. No user opens more than that one by one. */
export const maxUnseen = 1000

/** Deliveries that arrived, in order. The same state when nothing changed. */
export function withArrived(state: UnseenState, arrived: readonly Reported[]): UnseenState {
  const fresh = arrived.filter(({ id }) => compareDeliveryIds(id, state.upTo) > 0)
  const last = fresh.at(-1)
  if (last === undefined) return state
  const failed = fresh
    .filter(({ verdict }) => isFailed(verdict))
    .map(({ id, environmentId }) => ({ id, environmentId }))
  if (failed.length === 0) return { ...state, upTo: last.id }
  const failures = [...state.failures, ...failed]
  return {
    upTo: last.id,
    failures: failures.slice(-maxUnseen),
    more: state.more || failures.length > maxUnseen,
  }
}

/**
 * Applies later verdicts. A delivery that proves genuine is no failure any more. One that fails only now is not added: a secret
 * was changed, and all deliveries would be reported at once.
 */
export function withVerdicts(state: UnseenState, checked: readonly Reported[]): UnseenState {
  return without(state, new Set(checked.filter(({ verdict }) => !isFailed(verdict)).map(({ id }) => id)))
}

export function withSeen(state: UnseenState, ids: readonly string[]): UnseenState {
  return without(state, new Set(ids))
}

export function withAllSeen(state: UnseenState): UnseenState {
  return state.failures.length === 0 ? state : { ...state, failures: [], more: false }
}

/** All deliveries of an environment are gone. */
export function withoutEnvironment(state: UnseenState, environmentId: string): UnseenState {
  const gone = state.failures.filter((failure) => failure.environmentId === environmentId)
  return without(state, new Set(gone.map(({ id }) => id)))
}

/** The counts that a shell shows. */
export function viewOf({ failures, more }: UnseenState): Unseen {
  return {
    count: failures.length,
    more,
    oldest: failures[0]?.id ?? null,
    newest: failures.at(-1)?.id ?? null,
    byEnvironment: countsOf(failures),
  }
}

function countsOf(failures: readonly UnseenFailure[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { environmentId } of failures) counts[environmentId] = (counts[environmentId] ?? 0) + 1
  return counts
}

function without(state: UnseenState, ids: ReadonlySet<string>): UnseenState {
  if (ids.size === 0) return state
  const failures = state.failures.filter(({ id }) => !ids.has(id))
  if (failures.length === state.failures.length) return state
  return { ...state, failures, more: state.more && failures.length > 0 }
}
