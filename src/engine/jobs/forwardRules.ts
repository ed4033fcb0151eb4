import type { DeliveryFilter } from '../../shared/filter/deliveryFilter.ts'
import { createQueue } from '../../shared/basics/queues.ts'
import type { ForwardRules as RulesView, Status } from '../../shared/wireTypes.ts'
import type { EventLog } from '../events/startEventLog.ts'
import { ForwardProblem } from '../forwarding/forwardTarget.ts'
import type { OurAddresses } from '../forwarding/ourAddresses.ts'
import { checkRules, noRules, type RulesInput } from '../forwarding/readRules.ts'
import type { NewJob } from '../store/records/jobs.ts'
import type { Store } from '../store/store.ts'
import type { AppReply } from './forward.ts'
import type { RuleTools } from './ruleRun.ts'
import {
  forgetEnvironment,
  newestDelivery,
  openRuleSet,
  replaceRules,
  type RuleSet,
  runOf,
  viewRules,
} from './ruleSet.ts'
import { type JobClock, systemClock } from './runner.ts'
import { addTemporaryRule, type TemporaryRule, type TemporaryRuleInput } from './temporaryRules.ts'
import type { StoredAttempt } from '../store/records/attempts.ts'

/** The forwarding rules of all environments, at work and on disk. */
export interface ForwardRules {
  /** Starts to forward, first what the last process left. */
  begin(): void
  /** The jobs of the deliveries after one of them, up to another. */
  jobsFor(after: number, upTo: number): Promise<NewJob[]>
  /** Every delivery up to this one has its jobs. */
  created(upTo: number): void
  view(environmentId: string): Promise<RulesView>
  /** The rules of all environments that have given up deliveries, and how many. */
  givenUp(): Promise<GivenUp[]>
  /** Replaces the rules of an environment. Rejects with ForwardProblem; nothing is changed then. */
  set(environmentId: string, input: RulesInput): Promise<RulesView>
  /** Adds a rule for as long as a command runs; `set` leaves it as it is. Rejects with ForwardProblem. */
  addTemporary(input: TemporaryRuleInput): Promise<TemporaryRule>
  /** The calls about one rule reject with ForwardProblem where there is none. */
  setPaused(environmentId: string, ruleId: string, paused: boolean): Promise<RulesView>
  catchUp(environmentId: string, ruleId: string, since: number): Promise<RulesView>
  cancelCatchUp(environmentId: string, ruleId: string): Promise<RulesView>
  /**
   * Whether the app's own answer goes back to the sender of a request, and how to ask for it once the delivery is on
   * disk; null where no rule does that.
   */
  planAnswer(environmentId: string, fits: (filter: DeliveryFilter) => boolean): PlannedAnswer | null
  /** The environment was deleted. */
  forget(environmentId: string): Promise<void>
  /** Call it when nothing more is received: what is in flight may finish for a short while. */
  stop(): Promise<void>
}

type GivenUp = Status['health']['givenUp'][number]

/** The rule whose app is asked. */
export interface PlannedAnswer {
  by: { ruleId: string; name: string }
  ask(deliveryId: string, hurry: AbortSignal): Promise<AppReply>
}

export interface ForwardRulesOptions {
  store: Store
  events: Pick<EventLog, 'publish'>
  ours: OurAddresses
  /** See openHopId. */
  hopId: string
  log: RuleTools['log']
  clock?: JobClock | undefined
  /** How long a stop waits for apps, ms. */
  graceMs?: number
}

/** Reads the rules of all environments; nothing is sent before `begin`. */
export async function startForwardRules(options: ForwardRulesOptions): Promise<ForwardRules> {
  const { store, ours, hopId, log, clock = systemClock, graceMs = 2000 } = options
  const progress = publishProgress(clock, options.events)
  const attempts = publishAttempts(store, options.events, await newestDelivery(store))
  const onChange = { onProgress: progress.note, onAttempt: attempts.note }
  const set = await openRuleSet({ store, ours, hopId, log, clock, ...onChange })
  const inTurn = createQueue()
  const view = async (environmentId: string) => viewRules(set, environmentId)
  let begun: Promise<void> = Promise.resolve()
  let stopping = false

  return {
    begin: () => {
      begun = store
        .resumeJobs('forward')
        .catch((error: unknown) => log('warn', `Forwards could not be taken up again: ${String(error)}`))
        .then(() => {
          if (stopping) return
          set.hasBegun = true
          for (const run of set.runs.values()) run.begin()
        })
    },
    jobsFor: async (after, upTo) => {
      const jobs: NewJob[] = []
      for (const run of set.runs.values()) jobs.push(...(await run.jobsFor(after, upTo)))
      return jobs
    },
    created: (upTo) => {
      for (const run of set.runs.values()) run.created(upTo)
    },
    view,
    givenUp: async () => givenUpIn(set),
    set: async (environmentId, input) =>
      inTurn(async () => {
        const before = set.kept.get(environmentId) ?? noRules
        await replaceRules(set, environmentId, await checkRules(input, before, ours))
        return view(environmentId)
      }),
    addTemporary: async (input) => inTurn(async () => addTemporaryRule(set, input, graceMs)),
    setPaused: async (environmentId, ruleId, paused) => {
      await runOf(set, environmentId, ruleId).setPaused(paused)
      return view(environmentId)
    },
    catchUp: async (environmentId, ruleId, since) => {
      await catchUp(set, environmentId, ruleId, since)
      return view(environmentId)
    },
    cancelCatchUp: async (environmentId, ruleId) => {
      await runOf(set, environmentId, ruleId).catchUps.cancel()
      return view(environmentId)
    },
    planAnswer: (environmentId, fits) => planAnswer(set, environmentId, fits),
    forget: async (environmentId) => inTurn(async () => forgetEnvironment(set, environmentId)),
    stop: async () => {
      stopping = true
      const runs = [...set.runs.values()]
      const stopped = begun.then(async () => Promise.all(runs.map(async (run) => run.stop())))
      const cancel = clock.after(graceMs, () => {
        for (const run of runs) run.abort()
      })
      await stopped
      cancel()
      for (const { onGone } of set.temporary.values()) onGone()
      set.temporary.clear()
      progress.stop()
      attempts.stop()
      await Promise.all([set.outbound.local.close(), set.outbound.allowed.close()])
    },
  }
}

async function catchUp(set: RuleSet, environmentId: string, ruleId: string, since: number): Promise<void> {
  const { store } = set
  const run = runOf(set, environmentId, ruleId)
  const { enabled, name } = run.ready.rule
  if (!enabled) throw new ForwardProblem({ code: 'forward-rule-off', fields: { name } })
  const to = await newestDelivery(store)
  const first = await store.firstSince(environmentId, since)
  await run.catchUps.start({ since, from: Math.min(to, first - 1), to })
}

/** The first rule that fits answers; others that would get the delivery at the same moment. */
function planAnswer(
  { kept, runs, tools }: RuleSet,
  environmentId: string,
  fits: (filter: DeliveryFilter) => boolean,
): PlannedAnswer | null {
  const rules = kept.get(environmentId)?.rules ?? []
  const found = rules.flatMap(({ id, name, answerSender }) => {
    const run = answerSender ? runs.get(id) : undefined
    return run?.answersSender(fits) === true ? [{ ruleId: id, name, run }] : []
  })
  const [first, ...others] = found
  if (first === undefined) return null
  const { ruleId, name, run } = first
  return {
    by: { ruleId, name },
    ask: async (deliveryId, hurry) => {
      for (const other of others) {
        other.run.ask(deliveryId, hurry).catch((error: unknown) => {
          if (!hurry.aborted)
            tools.log('warn', `Delivery ${deliveryId} was not forwarded by ${other.name}: ${String(error)}`)
        })
      }
      return run.ask(deliveryId, hurry)
    },
  }
}

async function givenUpIn({ kept, store }: RuleSet): Promise<GivenUp[]> {
  const rules = [...kept].flatMap(([environmentId, { rules: own }]) =>
    own.map(({ id: ruleId, name }) => ({ environmentId, ruleId, name })),
  )
  const failed = await store.failedForwards()
  return rules.map((rule) => ({ ...rule, count: failed[rule.ruleId] ?? 0 })).filter(({ count }) => count > 0)
}

type Events = Pick<EventLog, 'publish'>

/** Screens hear of progress this often at most, ms. */
const progressIntervalMs = 300

/** Publishes that a rule of an environment has moved, no more often than screens can show it. */
function publishProgress(clock: JobClock, events: Events) {
  const due = new Map<string, () => void>()
  return {
    note: (environmentId: string) => {
      if (due.has(environmentId)) return
      const cancel = clock.after(progressIntervalMs, () => {
        due.delete(environmentId)
        events.publish([{ type: 'forwarding', environmentId }])
      })
      due.set(environmentId, cancel)
    },
    stop: () => {
      for (const cancel of due.values()) cancel()
    },
  }
}

/**
 * Publishes attempts, each after its delivery: an app that answers the sender has taken a delivery before it is indexed and
 * announced, and a list cannot mark a row that it does not have.
 * @param announced the newest delivery that is announced already
 */
function publishAttempts(store: Store, events: Events, announced: number) {
  let upTo = announced
  let waiting: StoredAttempt[] = []

  async function publish({ id, deliveryId, kind, status }: StoredAttempt): Promise<void> {
    const forward = (await store.forwardOf(deliveryId).catch(() => null)) ?? undefined
    events.publish([{ type: 'attempt', deliveryId, attemptId: id, kind, status, forward }])
  }

  const stop = store.onIndexed((batch) => {
    upTo = Math.max(upTo, Number(batch.at(-1)?.id ?? 0))
    const ready = waiting.filter(({ deliveryId }) => Number(deliveryId) <= upTo)
    waiting = waiting.filter(({ deliveryId }) => Number(deliveryId) > upTo)
    for (const attempt of ready) void publish(attempt)
  })
  return {
    stop,
    note: async (attempt: StoredAttempt): Promise<void> => {
      if (Number(attempt.deliveryId) > upTo) waiting.push(attempt)
      else await publish(attempt)
    },
  }
}
