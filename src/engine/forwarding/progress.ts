import type { FailedBefore } from '../store/records/forwards.ts'

/** How far a rule has come through what is stored. On disk it is written now and then; what lies behind is looked at once more. */
export interface Progress {
  /** Everything up to this delivery is settled. */
  upTo: number
  /** Reads no further; null: everything that comes. An app that answers the sender gets new ones at once instead. */
  until: number | null
  paused: boolean
  catchUp: CatchUp | null
}

export interface CatchUp {
  /** Milliseconds since the epoch, as all moments here. */
  since: number
  startedAt: number
  endedAt: number | null
  cancelled: boolean
  /** It goes through the deliveries (from, to]. */
  from: number
  to: number
  /** Where the rule was before. */
  resumeAt: number
  sent: number
  failed: number
}

export function newProgress(newest: number, answersSender: boolean): Progress {
  return { upTo: newest, until: answersSender ? newest : null, paused: false, catchUp: null }
}

/** Begins to catch up: from before the first delivery that counts. Pure. */
export function beginCatchUp(
  before: Progress,
  { from, to, since, now }: { from: number; to: number; since: number; now: number },
): Progress {
  const start = Math.min(from, before.upTo)
  const times = { since, startedAt: now, endedAt: null, cancelled: false }
  const catchUp = { ...times, from, to, resumeAt: before.upTo, sent: 0, failed: 0 }
  return { ...before, upTo: start, until: before.until === null ? null : Math.max(before.until, to), catchUp }
}

/** Ends it where the rule has come to. Pure. */
export function endCatchUp(before: Progress, now: number): Progress {
  const { catchUp, upTo } = before
  if (catchUp === null || catchUp.endedAt !== null || upTo < catchUp.to) return before
  return { ...before, catchUp: { ...catchUp, endedAt: now } }
}

/** Ends it now: what the rule had not come to before goes on, the rest stays as it is. Pure. */
export function cancelCatchUp(before: Progress, now: number): Progress {
  const { catchUp, upTo } = before
  if (catchUp === null || catchUp.endedAt !== null) return before
  return {
    ...before,
    upTo: Math.max(upTo, catchUp.resumeAt),
    catchUp: { ...catchUp, endedAt: now, cancelled: true },
  }
}

/** Selects the failed deliveries that a running catch-up retries. Pure. */
export function failedBefore({ catchUp }: Progress, now: number): FailedBefore {
  return catchUp === null || catchUp.endedAt !== null
    ? { id: 0, at: 0, now }
    : { id: catchUp.to, at: catchUp.startedAt, now }
}
