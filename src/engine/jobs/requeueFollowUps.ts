import { createQueue } from '../../shared/basics/queues.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import type { MissingCredential } from '../service/serviceCredentials.ts'
import type { KeptFollowUp } from '../store/records/jobs.ts'
import { type FollowUpRun, type FollowUpTools, waiting } from './followUp.ts'
import { followUpPlace, targetOf } from './followUpTarget.ts'
import type { Runner } from './runner.ts'

export interface RequeueTools extends FollowUpTools {
  runner: Runner<FollowUpRun>
  deservesFollowUp(summary: DeliverySummary): boolean
  missingFor(environmentId: string): MissingCredential | null
}

/** Follow-ups that ended and are run again. Each answers how many are pending now. */
export interface Requeue {
  /**
   * Runs what was skipped because no path was known, and now one is. Call it after resource paths (or the base URL) of
   * an environment changed.
   */
  runMissed(environmentId: string): Promise<number>
  /**
   * Runs what was skipped because the environment had no complete credentials, because the user asked. Where they are
   * still incomplete nothing becomes pending.
   */
  runSkipped(environmentId: string): Promise<number>
  /**
   * Runs what has failed, because the user asked: the credentials or a path are right now, or the service is back.
   * @param resourceType only of objects of this type
   */
  runFailed(environmentId: string, resourceType?: string): Promise<number>
}

interface Ended {
  environmentId: string
  state: 'failed' | 'skipped'
  accepts(found: KeptFollowUp, summary: DeliverySummary): Promise<boolean> | boolean
}

const pageSize = 500

export function createRequeue(tools: RequeueTools): Requeue & { settled(): Promise<void> } {
  // Searches run one after the other, so that none requeues what an earlier one just had fetched.
  const inTurn = createQueue()
  const run = async (ended: Ended) => inTurn(async () => requeueEnded(tools, ended))
  const hasPlace = async (summary: DeliverySummary): Promise<boolean> => {
    const target = targetOf(summary)
    return target !== null && (await followUpPlace(tools, target)).ok
  }
  const lacksCredentials = ({ followUp }: KeptFollowUp) => followUp.why?.code === 'credentials-missing'

  return {
    runMissed: async (environmentId) =>
      run({
        environmentId,
        state: 'skipped',
        // The user decides when those without credentials are run.
        accepts: async (found, summary) => !lacksCredentials(found) && hasPlace(summary),
      }),
    runFailed: async (environmentId, resourceType) =>
      run({
        environmentId,
        state: 'failed',
        accepts: async (_found, summary) => {
          const type = summary.resourceType?.toLowerCase()
          return (resourceType === undefined || resourceType.toLowerCase() === type) && hasPlace(summary)
        },
      }),
    runSkipped: async (environmentId) =>
      tools.missingFor(environmentId) === null
        ? run({ environmentId, state: 'skipped', accepts: lacksCredentials })
        : 0,
    settled: async () => inTurn(async () => undefined),
  }
}

/** Makes those that ended so and are accepted pending again, newest first. Returns how many. */
async function requeueEnded(
  { store, runner, deservesFollowUp, onFollowUp, now, isStopping }: RequeueTools,
  { environmentId, state, accepts }: Ended,
): Promise<number> {
  let count = 0
  for (let before: number | null = null; !isStopping();) {
    const found: KeptFollowUp[] = await store.endedFollowUps(environmentId, state, before, pageSize)
    const accepted: number[] = []
    for (const record of found) {
      const summary = isStopping() ? null : await store.summary(record.deliveryId)
      if (summary === null || !deservesFollowUp(summary)) continue
      if (await accepts(record, summary)) accepted.push(record.jobId)
    }
    const requeued = accepted.length === 0 ? [] : await store.requeueJobs(accepted, now())
    for (const deliveryId of requeued) onFollowUp({ deliveryId, environmentId }, waiting, null)
    count += requeued.length
    const last = found.at(-1)
    if (last === undefined) break
    before = Number(last.deliveryId)
    runner.look()
  }
  return count
}
