import { randomUUID } from 'node:crypto'
import { deliveryCount } from '../../shared/words/counts.ts'
import { readForwardTarget } from '../forwarding/forwardTarget.ts'
import { checkTarget } from '../forwarding/ourAddresses.ts'
import { noRules } from '../forwarding/readRules.ts'
import { defaultDeadlineMs } from '../outbound/startOutbound.ts'
import type { StoredAttempt } from '../store/records/attempts.ts'
import { addRun, newestDelivery, readyRule, removeRun, type RuleSet } from './ruleSet.ts'
import { newProgress, RuleRun } from './ruleRun.ts'

/** A rule that lasts as long as the command that added it. */
export interface TemporaryRule {
  /** Its attempts from now on, until the rule is gone: ended, or its environment was deleted, or Hookscope stops. */
  attempts(): AsyncGenerator<StoredAttempt, void, void>
  /** Sends what came until now, for a short while, and removes the rule. Results stay. */
  end(): Promise<void>
}

export interface TemporaryRuleInput {
  environmentId: string
  /** The address of the app. */
  target: string
  /** A host beyond this machine that the user allows. */
  allowHost?: string | undefined
  /** Deliveries from this moment on, ms since the epoch. */
  since: number
}

/**
 * Adds a rule that sends each delivery of an environment once. A rule that could not be ended, because the process was
 * killed, ends at the next start. Rejects with ForwardProblem.
 * @param graceMs how long the end waits for the app
 */
export async function addTemporaryRule(
  set: RuleSet,
  { environmentId, target, allowHost, since }: TemporaryRuleInput,
  graceMs: number,
): Promise<TemporaryRule> {
  const { store, tools } = set
  const { allowedHosts: known } = set.kept.get(environmentId) ?? noRules
  const allowedHosts = allowHost === undefined ? known : [...known, allowHost]
  const to = readForwardTarget(target)
  await checkTarget(to, set.ours, allowedHosts)
  const id = randomUUID()
  const rule = {
    id,
    name: new URL(to.origin).host,
    enabled: true,
    when: {},
    target,
    order: 'parallel',
    timeoutMs: defaultDeadlineMs,
    retries: 0,
    answerSender: false,
  } as const
  const sent = createAttemptQueue()
  const progress = newProgress(await newestDelivery(store), false)
  // First, so that the next start knows of it.
  await tools.putProgress(id, progress)
  const ruleTools = {
    ...tools,
    onAttempt: async (attempt: StoredAttempt) => {
      await tools.onAttempt(attempt)
      sent.push(attempt)
    },
  }
  const run = new RuleRun(ruleTools, readyRule(set, environmentId, { allowedHosts }, rule), progress)
  set.temporary.set(id, { environmentId, rule, onGone: sent.end })
  addRun(set, run)
  tools.onProgress(environmentId)
  await addEarlier(set, run, since)
  let ended: Promise<void> | undefined
  return { attempts: sent.read, end: async () => (ended ??= endRule(set, run, graceMs)) }
}

/** Attempts that wait for their reader. */
function createAttemptQueue() {
  const waiting: StoredAttempt[] = []
  let isOver = false
  let changed = Promise.withResolvers<void>()
  const wake = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  return {
    push: (attempt: StoredAttempt) => {
      waiting.push(attempt)
      wake()
    },
    end: () => {
      isOver = true
      wake()
    },
    read: async function* () {
      for (;;) {
        const { promise } = changed
        yield* waiting.splice(0)
        if (waiting.length > 0) continue
        if (isOver) return
        await promise
      }
    },
  }
}

/** Adds jobs for what came since a moment, until the rule was at work. */
async function addEarlier({ store }: RuleSet, run: RuleRun, since: number): Promise<void> {
  const to = await newestDelivery(store)
  const first = await store.firstSince(run.ready.environmentId, since)
  if (first <= to) await run.catchUps.start({ since, from: first - 1, to })
}

async function endRule(set: RuleSet, run: RuleRun, graceMs: number): Promise<void> {
  const { id } = run.ready.rule
  const { clock, log, store } = set.tools
  if (!set.temporary.has(id)) return
  const cancel = clock.after(graceMs, () => run.abort())
  try {
    await run.finish(await newestDelivery(store))
    const { waiting } = await store.forwardCounts(id, clock.now())
    if (waiting > 0) {
      const them = deliveryCount(waiting)
      log('warn', `${them} ${waiting === 1 ? 'was' : 'were'} not forwarded, because the command ended. Replay by hand.`)
    }
    await removeRun(set, id, 'open')
  } catch (error) {
    log('warn', `A temporary forwarding rule could not be removed; the next start removes it: ${String(error)}`)
  } finally {
    cancel()
    set.temporary.get(id)?.onGone()
    set.temporary.delete(id)
    set.tools.onProgress(run.ready.environmentId)
  }
}
