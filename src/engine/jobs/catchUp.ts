import type { ForwardState } from '../../shared/wireTypes.ts'

/** Goes once more through the deliveries (from, to] of a rule: those without a job get one, failed ones are due again. */
export interface CatchUp {
  /** Marks its jobs; no two catch-ups of a rule share it. */
  id: number
  /** Milliseconds since the epoch, as all moments here. */
  since: number
  startedAt: number
  endedAt: number | null
  cancelled: boolean
  from: number
  to: number
  /** Deliveries up to this one have their jobs. */
  at: number
  /** Once it has ended. */
  sent: number
  failed: number
}

export function newCatchUp(
  last: CatchUp | null,
  { since, from, to }: { since: number; from: number; to: number },
  now: number,
): CatchUp {
  const range = { since, startedAt: now, endedAt: null, from, to, at: from }
  return { id: (last?.id ?? 0) + 1, ...range, cancelled: false, sent: 0, failed: 0 }
}

/** A catch-up as a screen shows it. Pure. @param progress of its jobs, while it goes on */
export function catchUpView(
  catchUp: CatchUp,
  progress: { firstOpen: number | null; sent: number; failed: number },
): ForwardState['catchUp'] {
  const { since, startedAt, endedAt, cancelled, from, to, at } = catchUp
  const moment = (time: number): string => new Date(time).toISOString()
  const { sent, failed } = endedAt === null ? progress : catchUp
  const reached = endedAt === null && progress.firstOpen !== null ? Math.min(at, progress.firstOpen - 1) : at
  return {
    cancelled,
    sent,
    failed,
    since: moment(since),
    startedAt: moment(startedAt),
    endedAt: endedAt === null ? null : moment(endedAt),
    total: Math.max(0, to - from),
    done: Math.max(0, reached - from),
  }
}
