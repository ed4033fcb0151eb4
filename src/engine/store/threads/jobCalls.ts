import type { ClaimedJobs, Job, JobStore } from '../records/jobs.ts'
import type { Operation, OperationAnswer } from '../write/operations.ts'
import type { QueryClient } from './queryClient.ts'

/** Makes the calls about jobs: each change is an operation, which the writer answers. */
export function jobCalls(
  ask: (operation: Operation) => Promise<OperationAnswer>,
  queries: Pick<QueryClient, 'ask'>,
  indexed: Pick<QueryClient, 'ask'>,
) {
  return {
    async addJobs(jobs, upTo) {
      const added = (await ask({ kind: 'add-jobs', jobs, upTo })) as number[]
      return added.flatMap((index) => jobs[index] ?? [])
    },
    jobsCreatedUpTo: () => queries.ask('jobsCreatedUpTo'),
    claimJobs: async (claim) => (await ask({ kind: 'claim-jobs', claim })) as ClaimedJobs,
    startJob: async (job) => (await ask({ kind: 'start-job', job })) as Job | null,
    async settleJob(outcome) {
      await ask({ kind: 'settle-job', outcome })
    },
    async releaseJobs(ids, dueAt) {
      await ask({ kind: 'release-jobs', ids, dueAt })
    },
    requeueJobs: async (ids, dueAt) => (await ask({ kind: 'requeue-jobs', ids, dueAt })) as string[],
    cancelJob: async (job, deliveryId, result) => (await ask({ kind: 'cancel-job', job, deliveryId, result })) === 1,
    cancelJobs: async (job, owner, result, limit) =>
      (await ask({ kind: 'cancel-jobs', job, owner, result, limit })) as string[],
    preferJob: async (job, deliveryId, now) => (await ask({ kind: 'prefer-job', job, deliveryId, now })) === 1,
    async resumeJobs(job) {
      await ask({ kind: 'resume-jobs', job })
    },
    async putFollowUp(record) {
      await ask({ kind: 'put-follow-up', record })
    },
    followUpOf: (...key) => queries.ask('followUpOf', ...key),
    endedFollowUps: (...key) => queries.ask('endedFollowUps', ...key),
    followUpCounts: () => indexed.ask('followUpCounts'),
    async putForward(row) {
      await ask({ kind: 'put-forward', row })
    },
    async dropForwards(ruleId, which) {
      await ask({ kind: 'drop-forwards', ruleId, which })
    },
    async releaseLane(ruleId) {
      await ask({ kind: 'unlane-forwards', ruleId })
    },
    matching: (query) => indexed.ask('matching', query),
    wasForwarded: (...key) => queries.ask('wasForwarded', ...key),
    forwardCounts: (...key) => queries.ask('forwardCounts', ...key),
    failedForwards: () => queries.ask('failedForwards'),
    firstOfCatchUp: (...key) => queries.ask('firstOfCatchUp', ...key),
    catchUpCounts: (...key) => queries.ask('catchUpCounts', ...key),
    forwardOf: (deliveryId) => queries.ask('forwardOf', deliveryId),
  } satisfies JobStore
}
