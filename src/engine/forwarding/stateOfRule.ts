import type { ForwardState } from '../../shared/wireTypes.ts'
import { failedBefore } from './progress.ts'
import type { Running } from './running.ts'

/** More are not counted, and more held lanes are not named. */
const most = { counted: 5000, held: 20 }

/** How far a rule has come, for a screen. */
export async function stateOfRule({ tools, ready, progress, plan, underWay, last }: Running): Promise<ForwardState> {
  const { rule, environmentId, filter } = ready
  const { waiting, more, failed } = await tools.store.waitingForwards(
    {
      ruleId: rule.id,
      environmentId,
      filter,
      after: progress.upTo,
      upTo: progress.until,
      failedBefore: failedBefore(progress, tools.clock.now()),
    },
    most.counted,
  )
  const held = plan.held(tools.clock.now())
  const moment = (at: number): string => new Date(at).toISOString()
  const { catchUp } = progress
  return {
    paused: progress.paused,
    waiting: Math.max(0, waiting - underWay.size),
    waitingMore: more,
    underWay: underWay.size,
    held: held.slice(0, most.held).map(({ id, resourceType, resourceId, tries, dueAt }) => {
      return { deliveryId: String(id), resourceType, resourceId, tries, dueAt: moment(dueAt) }
    }),
    heldLanes: held.length,
    failed,
    last,
    catchUp:
      catchUp === null
        ? null
        : {
            since: moment(catchUp.since),
            startedAt: moment(catchUp.startedAt),
            endedAt: catchUp.endedAt === null ? null : moment(catchUp.endedAt),
            cancelled: catchUp.cancelled,
            total: Math.max(0, catchUp.to - catchUp.from),
            done: Math.max(0, Math.min(progress.upTo, catchUp.to) - catchUp.from),
            sent: catchUp.sent,
            failed: catchUp.failed,
          },
  }
}

/** How many deliveries a rule has given up. */
export async function givenUpBy({ tools, ready: { rule, environmentId, filter }, progress }: Running): Promise<number> {
  // Behind the last delivery nothing waits, so only the given up ones are counted.
  const after = Number.MAX_SAFE_INTEGER
  const failures = failedBefore(progress, tools.clock.now())
  const query = { ruleId: rule.id, environmentId, filter, after, upTo: null, failedBefore: failures }
  return (await tools.store.waitingForwards(query, 1)).failed
}
