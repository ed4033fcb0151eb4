import type { DatabaseSync } from 'node:sqlite'
import { isVerified } from '../../../shared/model.ts'
import type { ClaimedJobs, FollowUpRecord, Job, JobClaim, JobKind, JobOutcome, NewJob } from '../records/jobs.ts'
import { isWaiting } from '../schema/truthSchema.ts'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'
import type { JobLanes } from './jobLanes.ts'
import { followUpResult, jobOf } from './jobRow.ts'

/** An operation on jobs. Each is one step of the open transaction, so that no two callers can meet in it. */
export type JobOperation =
  /** Answers the indexes of those that were added. `upTo`: every delivery up to it has the jobs that it is to have. */
  | { kind: 'add-jobs'; jobs: readonly NewJob[]; upTo: number | null }
  /** Marks jobs that are due as running and answers them. */
  | { kind: 'claim-jobs'; claim: JobClaim }
  /** Adds a job where there is none and marks it as running, whatever it was. Answers it, as it was before. */
  | { kind: 'start-job'; job: NewJob }
  | { kind: 'settle-job'; outcome: JobOutcome }
  | { kind: 'release-jobs'; ids: readonly number[]; dueAt: number }
  /** Makes jobs that ended due. Answers the deliveries of those that had. */
  | { kind: 'requeue-jobs'; ids: readonly number[]; dueAt: number }
  /** Ends the pending job of a delivery. Answers whether there was one. */
  | { kind: 'cancel-job'; job: JobKind; deliveryId: string; result: string }
  /** Ends pending jobs of an owner, up to a number. Answers their deliveries. */
  | { kind: 'cancel-jobs'; job: JobKind; owner: string; result: string; limit: number }
  /** The pending job of a delivery goes before all others. */
  | { kind: 'prefer-job'; job: JobKind; deliveryId: string; now: number }
  /** Jobs that ran when the last process ended are due again, and those that were new then are backfilled ones now. */
  | { kind: 'resume-jobs'; job: JobKind }
  | { kind: 'put-follow-up'; record: FollowUpRecord }

/** The answer to an operation on jobs. */
export type JobAnswer = number[] | string[] | ClaimedJobs | Job | number | null

/** Makes a function that writes jobs in the open transaction of the writer. */
export function jobWriter(
  database: DatabaseSync,
  lanes: JobLanes,
  isGone: (deliveryId: number) => boolean,
): (operation: JobOperation) => JobAnswer {
  const add = adder(database, lanes, isGone)
  const claim = claimer(database)
  const change = changer(database, lanes)
  const putFollowUp = followUpWriter(database)
  const setUpTo = database.prepare('UPDATE job_progress SET created_up_to = max(created_up_to, ?)')
  const ofDelivery = database.prepare('SELECT * FROM jobs WHERE delivery_id = ? AND kind = ? AND owner = ?')
  const run = database.prepare(`UPDATE jobs SET state = 'running' WHERE id = ?`)

  function start(job: NewJob): Job | null {
    const find = () => ofDelivery.get(Number(job.deliveryId), job.kind, job.owner)
    add(job)
    // A different job has claimed the notification.
    if (find() === undefined) add({ ...job, claim: null })
    const row = find()
    if (row === undefined) return null
    run.run(Number(row['id']))
    return jobOf(row)
  }

  return (operation) => {
    switch (operation.kind) {
      case 'add-jobs':
        if (operation.upTo !== null) setUpTo.run(operation.upTo)
        return operation.jobs.flatMap((job, index) => (add(job) ? [index] : []))
      case 'claim-jobs':
        return claim(operation.claim)
      case 'start-job':
        return start(operation.job)
      case 'put-follow-up':
        if (!isGone(Number(operation.record.deliveryId))) putFollowUp(operation.record)
        return null
      case 'settle-job':
      case 'release-jobs':
      case 'requeue-jobs':
      case 'cancel-job':
      case 'cancel-jobs':
      case 'prefer-job':
      case 'resume-jobs':
        return change(operation)
    }
  }
}

type JobChange = Exclude<JobOperation, { kind: 'add-jobs' | 'claim-jobs' | 'start-job' | 'put-follow-up' }>

/** Makes a function that changes the state of jobs that are there. */
function changer(database: DatabaseSync, lanes: JobLanes): (change: JobChange) => JobAnswer {
  const settle = database.prepare(
    'UPDATE jobs SET state = ?, due_at = ?, attempts = ?, again = ?, priority = 0, result = ? WHERE id = ?',
  )
  const release = database.prepare(`
    UPDATE jobs SET state = 'waiting', due_at = max(due_at, ?) WHERE id = ? AND state = 'running' RETURNING owner, lane`)
  const requeue = database.prepare(`
    UPDATE jobs SET state = 'waiting', due_at = ?, attempts = 0, again = 0, priority = 0, result = NULL
    WHERE id = ? AND state IN ('failed', 'skipped') RETURNING delivery_id`)
  const cancel = database.prepare(`
    UPDATE jobs SET state = 'failed', result = ? WHERE delivery_id = ? AND kind = ? AND state = 'waiting'`)
  const cancelSome = database.prepare(`
    UPDATE jobs SET state = 'failed', result = ? WHERE id IN (
      SELECT id FROM jobs WHERE kind = ? AND owner = ? AND ${isWaiting} LIMIT ?) RETURNING delivery_id`)
  const prefer = database.prepare(`
    UPDATE jobs SET priority = 2 WHERE delivery_id = ? AND kind = ? AND state = 'waiting' AND due_at <= ?`)
  const interrupted = database.prepare(
    `UPDATE jobs SET state = 'waiting', again = 1 WHERE kind = ? AND state = 'running' RETURNING owner, lane`,
  )
  const forgetNew = database.prepare(`UPDATE jobs SET priority = 0 WHERE kind = ? AND ${isWaiting} AND priority > 0`)
  // Its sender got an error and tries again itself: it is sent again only when the user asks.
  const giveUp = database.prepare(`UPDATE jobs SET state = 'failed', again = 1 WHERE kind = ? AND state = 'asking'`)

  function arrangeAll(rows: Record<string, unknown>[]): void {
    for (const { owner, lane } of rows) if (typeof lane === 'string') lanes.arrange(String(owner), lane)
  }

  return (change) => {
    switch (change.kind) {
      case 'settle-job': {
        const { id, state, dueAt, attempts, again, result } = change.outcome
        return Number(settle.run(state, dueAt, attempts, again ? 1 : 0, result, id).changes)
      }
      case 'release-jobs':
        arrangeAll(change.ids.flatMap((id) => release.all(change.dueAt, id)))
        return null
      case 'requeue-jobs':
        return change.ids.flatMap((id) => requeue.all(change.dueAt, id).map(deliveryOf))
      case 'cancel-job':
        return Number(cancel.run(change.result, Number(change.deliveryId), change.job).changes)
      case 'cancel-jobs':
        return cancelSome.all(change.result, change.job, change.owner, change.limit).map(deliveryOf)
      case 'prefer-job':
        return Number(prefer.run(Number(change.deliveryId), change.job, change.now).changes)
      case 'resume-jobs':
        arrangeAll(interrupted.all(change.job))
        giveUp.run(change.job)
        forgetNew.run(change.job)
        return null
    }
  }
}

function deliveryOf(row: Record<string, unknown>): string {
  return String(row['delivery_id'])
}

/** Makes a function that writes the job of a follow-up that was made elsewhere. */
function followUpWriter(database: DatabaseSync): (record: FollowUpRecord) => void {
  const release = database.prepare('UPDATE jobs SET claim = NULL WHERE claim = ? AND owner = ? AND delivery_id <> ?')
  const put = database.prepare(`
    INSERT INTO jobs (kind, owner, delivery_id, claim, state, due_at, result) VALUES ('follow-up', ?, ?, ?, ?, ?, ?)
    ON CONFLICT (delivery_id, kind, owner) DO UPDATE SET
      claim = excluded.claim, state = excluded.state, due_at = excluded.due_at, result = excluded.result`)
  return ({ deliveryId, environmentId, notificationId, followUp, headline }) => {
    const id = Number(deliveryId)
    release.run(notificationId, environmentId, id)
    const dueAt = Date.parse(followUp.dueAt ?? '') || 0
    put.run(environmentId, id, notificationId, followUp.state, dueAt, followUpResult(followUp, headline))
  }
}

/**
 * Makes a function that adds a job where its delivery has none, and answers whether it did. Only one job claims a
 * notification; a delivery that nothing proves gives the claim up to one that is proven.
 */
function adder(
  database: DatabaseSync,
  lanes: JobLanes,
  isGone: (deliveryId: number) => boolean,
): (job: NewJob) => boolean {
  const insert = database.prepare(`
    INSERT INTO jobs (kind, owner, delivery_id, claim, lane, state, priority, due_at, result, catch_up, blocked, hidden)
    SELECT ?, ?, ?3, ?, ?, ?, ?, ?, ?, ?, ?, EXISTS (SELECT 1 FROM hidden WHERE delivery_id = ?3)
    ON CONFLICT (delivery_id, kind, owner) DO NOTHING`)
  // It stays marked as given up until it is sent.
  const redo = database.prepare(`
    UPDATE jobs SET state = 'waiting', attempts = 0, due_at = ?1, result = '"failed"', catch_up = ?2, lane = ?3,
      blocked = ?3 IS NOT NULL
    WHERE id = ?4 AND state = 'failed' AND catch_up IS NOT ?2`)
  const known = database.prepare('SELECT id, claim FROM jobs WHERE delivery_id = ? AND kind = ? AND owner = ?')
  const holder = database.prepare('SELECT id, delivery_id FROM jobs WHERE claim = ? AND owner = ?')
  const release = database.prepare('UPDATE jobs SET claim = NULL WHERE id = ?')
  const renew = database.prepare(`
    UPDATE jobs SET claim = ?, state = ?, priority = ?, due_at = ?, attempts = 0, result = ?
    WHERE id = ? AND state <> 'running'`)
  const head = database.prepare(`SELECT ${headColumns} FROM deliveries AS d ${laterFacts} WHERE d.id = ?`)
  const isProven = (deliveryId: number): boolean => {
    const row = head.get(deliveryId)
    return row !== undefined && isVerified(headOf(row).verdict)
  }

  function insertNew({ kind, owner, claim, lane, state, priority, dueAt, result, catchUp, ...job }: NewJob): boolean {
    const deliveryId = Number(job.deliveryId)
    const place = lane === null ? 'only' : lanes.placeOf(owner, lane, deliveryId)
    const blocked = place === 'behind' ? 1 : 0
    const values = [kind, owner, deliveryId, claim, lane, state, priority, dueAt, result, catchUp, blocked]
    const isAdded = Number(insert.run(...values).changes) > 0
    if (isAdded && lane !== null && place === 'first') lanes.arrange(owner, lane)
    return isAdded
  }

  return (job) => {
    const { kind, owner, claim, lane, state, priority, dueAt, result, catchUp } = job
    const deliveryId = Number(job.deliveryId)
    if (isGone(deliveryId)) return false
    if (claim === null && catchUp === null) return insertNew(job)
    const before = known.get(deliveryId, kind, owner)
    if (before !== undefined && catchUp !== null) {
      const isDue = redo.run(dueAt, catchUp, lane, Number(before['id'])).changes > 0
      if (isDue && lane !== null) lanes.arrange(owner, lane)
      return isDue
    }
    // The user ran it while nothing proved it; now it gets the follow-up of its notification.
    if (before !== undefined && (claim === null || before['claim'] !== null)) return false
    const holding = claim === null ? undefined : holder.get(claim, owner)
    if (holding !== undefined) {
      if (isProven(Number(holding['delivery_id'])) || !isProven(deliveryId)) return false
      release.run(Number(holding['id']))
    }
    if (before !== undefined) {
      return Number(renew.run(claim, state, priority, dueAt, result, Number(before['id'])).changes) > 0
    }
    return insertNew(job)
  }
}

const priorities = [2, 1, 0] as const

/** Makes a function that takes the jobs that are due: by priority, owners in turn, and those of one owner as they are due. */
function claimer(database: DatabaseSync): (claim: JobClaim) => ClaimedJobs {
  const due = `kind = ? AND owner = ? AND priority = ? AND state = 'waiting' AND hidden = 0 AND blocked = 0`
  const next = database.prepare(`SELECT * FROM jobs WHERE ${due} AND due_at <= ? ORDER BY due_at, id LIMIT 1`)
  const tooFar = database.prepare(`SELECT * FROM jobs WHERE ${due} AND due_at > ? ORDER BY due_at, id LIMIT 1`)
  const run = database.prepare(`UPDATE jobs SET state = 'running' WHERE id = ?`)
  const nextOwner = database.prepare(
    `SELECT min(owner) AS owner FROM jobs WHERE kind = ? AND owner > ? AND state = 'waiting' AND hidden = 0 AND blocked = 0`,
  )
  /** The owner that had its turn last. */
  let last = ''

  function ownersOf(kind: JobKind): string[] {
    const owners: string[] = []
    for (let after = ''; ;) {
      const owner = nextOwner.get(kind, after)?.['owner']
      if (typeof owner !== 'string') break
      owners.push(owner)
      after = owner
    }
    return owners
  }

  function inTurn(owners: readonly string[]): readonly string[] {
    const turn = owners.findIndex((owner) => owner > last)
    return turn === -1 ? owners : [...owners.slice(turn), ...owners.slice(0, turn)]
  }

  return ({ kind, owner: only, held, limit, lowLimit, now, maxWaitMs }) => {
    const owners = (only === null ? ownersOf(kind) : [only]).filter((owner) => !held.includes(owner))
    const jobs: Job[] = []
    for (const priority of priorities) {
      const max = priority === 0 ? lowLimit : limit
      for (let left = inTurn(owners); left.length > 0 && jobs.length < max;) {
        const still: string[] = []
        for (const owner of left) {
          if (jobs.length >= max) break
          // A moment further ahead than the longest wait was noted while the clock was ahead.
          const row = next.get(kind, owner, priority, now) ?? tooFar.get(kind, owner, priority, now + maxWaitMs)
          if (row === undefined) continue
          run.run(Number(row['id']))
          jobs.push(jobOf(row))
          still.push(owner)
          last = owner
        }
        left = still
      }
    }
    const waits = owners.flatMap((owner) =>
      priorities.flatMap((priority) => Number(tooFar.get(kind, owner, priority, now)?.['due_at'] ?? Infinity)),
    )
    const nextDueAt = Math.min(Infinity, ...waits)
    return { jobs, nextDueAt: nextDueAt === Infinity ? null : nextDueAt }
  }
}
