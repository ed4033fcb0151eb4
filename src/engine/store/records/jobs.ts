/** The part of the store's contract that is about what goes out later. */
import type { DeliveryFilter } from '../../../shared/filter/deliveryFilter.ts'
import type { FollowUp, ForwardSummary, Headline } from '../../../shared/model.ts'

/** State of the one follow-up of a notification. It belongs to the first verified delivery that carried it. */
export interface FollowUpRecord {
  deliveryId: string
  environmentId: string
  /** Null for a follow-up that the user ran manually, for an unproven delivery or a repetition. */
  notificationId: string | null
  followUp: FollowUp
  /** Headline of the fetched object; null if none was fetched or it has none that fits into a line. */
  headline?: Headline | null
}

/** Part of a record that belongs to the summary of its delivery. */
export type NotedFollowUp = Pick<FollowUpRecord, 'followUp' | 'headline'>

/** A record with its job. */
export interface KeptFollowUp extends FollowUpRecord {
  jobId: number
}

/** The follow-up of an environment, or a delivery that a rule forwards. */
export type JobKind = 'follow-up' | 'forward'

/**
 * `running`: in flight, or was when the process ended. `asking`: the same, while the sender waits for the answer.
 * `failed`: given up or cancelled.
 */
export type JobState = 'waiting' | 'running' | 'asking' | 'done' | 'failed' | 'skipped'

export interface NewJob {
  kind: JobKind
  /** The environment of a follow-up, the rule of a forward. A delivery has one job of each owner. */
  owner: string
  deliveryId: string
  /** The notification whose only automatic follow-up it is; null for others. */
  claim: string | null
  /** Jobs of one lane run one after the other, by delivery; null: it waits for no other. */
  lane: string | null
  /** The catch-up that it belongs to: one that failed before is due again. */
  catchUp: number | null
  state: 'waiting' | 'skipped'
  /** 1: its delivery has just arrived; 0: it is backfilled. */
  priority: 0 | 1
  /** Milliseconds since the epoch. */
  dueAt: number
  /** JSON, see jobRow.ts. */
  result: string | null
}

export interface Job extends Pick<NewJob, 'kind' | 'owner' | 'deliveryId' | 'claim' | 'lane' | 'dueAt'> {
  id: number
  state: JobState
  /** Number of failed attempts. */
  attempts: number
  /** The process ended while it ran. */
  again: boolean
}

/** A request for due jobs, with its limits. */
export interface JobClaim {
  kind: JobKind
  /** Null: of all owners, in turn. */
  owner: string | null
  /** Owners of which none is claimed now. */
  held: readonly string[]
  limit: number
  /** The limit for backfilled ones. */
  lowLimit: number
  /** Milliseconds since the epoch. */
  now: number
  /** A job that is due further ahead than this was noted while the clock was ahead: it is due now. */
  maxWaitMs: number
}

/** Jobs that run now, and when the next one of the same owners is due. */
export interface ClaimedJobs {
  jobs: Job[]
  nextDueAt: number | null
}

export interface JobOutcome extends Pick<Job, 'id' | 'state' | 'dueAt' | 'attempts' | 'again'> {
  /** JSON, see jobRow.ts. */
  result: string | null
}

/** The job of a delivery for a forwarding rule, after a try. */
export interface ForwardRow {
  ruleId: string
  deliveryId: string
  state: JobState
  /** Number of failed tries. */
  tries: number
  /** When a pending one is tried again; milliseconds since the epoch. */
  dueAt: number | null
  again: boolean
}

/** The deliveries (after, upTo] of an environment that match a filter. */
export interface MatchQuery {
  environmentId: string
  filter: DeliveryFilter
  after: number
  upTo: number
  limit: number
}

export interface MatchedDelivery {
  id: number
  resourceType: string | null
  resourceId: string | null
}

/** In order of arrival, and up to where was looked. */
export interface MatchPage {
  items: MatchedDelivery[]
  upTo: number
  more: boolean
}

/** How many jobs of a rule are pending and failed, and which of them wait for another try. */
export interface ForwardCounts {
  waiting: number
  waitingMore: boolean
  failed: number
  /** The first of `heldLanes`, the next one first. */
  held: (Omit<MatchedDelivery, 'id'> & { deliveryId: string; tries: number; dueAt: number })[]
  heldLanes: number
}

/** How many follow-ups there are in each state. */
export interface FollowUpCounts {
  waiting: number
  failed: number
  /** The newest delivery whose follow-up failed, and when it came, ms since the epoch. */
  lastFailed: { deliveryId: string; receivedAt: number } | null
  /** How many of each environment were skipped for want of credentials. */
  withoutCredentials: Record<string, number>
}

/** Jobs of a rule; a number names a catch-up. */
export type DroppedForwards = 'all' | 'pending' | 'open' | number

/** Jobs, follow-ups and forwards. */
export interface JobStore {
  /**
   * Adds jobs, each where its delivery has none of that owner and no other job has claimed its notification. Returns those
   * that were added.
   * @param upTo every delivery up to this one has the jobs that it is to have
   */
  addJobs(jobs: readonly NewJob[], upTo: number | null): Promise<NewJob[]>
  jobsCreatedUpTo(): Promise<number>
  /** Marks due jobs as running and returns them. */
  claimJobs(claim: JobClaim): Promise<ClaimedJobs>
  /** Marks a job as running, adding it where there is none. Returns it as it was before; null where its delivery is gone. */
  startJob(job: NewJob): Promise<Job | null>
  settleJob(outcome: JobOutcome): Promise<void>
  /** Makes running jobs pending again, not before `dueAt`. */
  releaseJobs(ids: readonly number[], dueAt: number): Promise<void>
  /** Makes jobs that ended due again. Returns their deliveries. */
  requeueJobs(ids: readonly number[], dueAt: number): Promise<string[]>
  /** Ends the pending job of a delivery as failed. Returns whether there was one. */
  cancelJob(kind: JobKind, deliveryId: string, result: string): Promise<boolean>
  /** Ends pending jobs of an owner as failed, at most `limit`. Returns their deliveries. */
  cancelJobs(kind: JobKind, owner: string, result: string, limit: number): Promise<string[]>
  /** Lets the due job of a delivery go before all others. Returns whether there was one. */
  preferJob(kind: JobKind, deliveryId: string, now: number): Promise<boolean>
  /** Makes jobs due again that ran when the last process ended. Call it before the first claim. */
  resumeJobs(kind: JobKind): Promise<void>

  /** Records a follow-up that was made elsewhere, such as that of an imported delivery. */
  putFollowUp(record: FollowUpRecord): Promise<void>
  /** The follow-up that has claimed a notification. */
  followUpOf(environmentId: string, notificationId: string): Promise<FollowUpRecord | null>
  /** Follow-ups of an environment that ended so and had claimed their notification, newest first, below a delivery. */
  endedFollowUps(
    environmentId: string,
    state: 'failed' | 'skipped',
    before: number | null,
    limit: number,
  ): Promise<KeptFollowUp[]>
  /** Includes deliveries whose job is not created yet. Cheap enough for every status. */
  followUpCounts(): Promise<FollowUpCounts>

  /** Puts the job of a delivery for a rule into this state, adding it where there is none. */
  putForward(row: ForwardRow): Promise<void>
  /**
   * Removes the jobs of a rule: all, the pending ones, those of one catch-up among these, or, where the rule has ended, also
   * those that were running. Earlier tries count as failed and stay.
   */
  dropForwards(ruleId: string, which: DroppedForwards): Promise<void>
  /** Lets the pending jobs of a rule wait for no other. */
  releaseLane(ruleId: string): Promise<void>
  /**
   * Deliveries that match a rule and are not hidden, as far as the index has come. A page may be short, or empty, and yet
   * not the last: the next begins at `upTo`.
   */
  matching(query: MatchQuery): Promise<MatchPage>
  /** Whether a 2xx of this rule is recorded. */
  wasForwarded(deliveryId: string, ruleId: string): Promise<boolean>
  forwardCounts(ruleId: string, now: number): Promise<ForwardCounts>
  /** How many forwards of each rule have finally failed; rules without any are left out. */
  failedForwards(): Promise<Record<string, number>>
  /** The first delivery of a catch-up whose job has not ended; null where all have. */
  firstOfCatchUp(ruleId: string, catchUp: number): Promise<number | null>
  /** How many jobs of a catch-up ended with a 2xx, and how many were given up. */
  catchUpCounts(ruleId: string, catchUp: number): Promise<{ sent: number; failed: number }>
  /** Combined state of all rules of a delivery; null if nothing was forwarded. */
  forwardOf(deliveryId: string): Promise<ForwardSummary | null>
}
