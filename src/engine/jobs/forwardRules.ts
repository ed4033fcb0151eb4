import type { DeliveryFilter } from '../../shared/deliveryFilter.ts'
import { createQueue } from '../../shared/basics/queues.ts'
import type { ForwardRules as RulesView, Status } from '../../shared/wireTypes.ts'
import type { EventLog } from '../events/startEventLog.ts'
import { ForwardProblem, readForwardTarget } from '../forwarding/forwardTarget.ts'
import { type OurAddresses, refusalBeyondLoopback, refusalOf } from '../forwarding/ourAddresses.ts'
import { checkRules, type KeptRules, noRules, readRuleFilter } from '../forwarding/readRules.ts'
import { type Outbound, startOutbound } from '../outbound/startOutbound.ts'
import type { NewJob } from '../store/records/jobs.ts'
import type { Store } from '../store/store.ts'
import type { AppReply, ReadyRule } from './forward.ts'
import { startAttemptNews, startProgressNews } from './forwardNews.ts'
import { newProgress, type RuleProgress, RuleRun, type RuleTools } from './ruleRun.ts'
import { type JobClock, systemClock } from './runner.ts'

/** The forwarding rules of all environments, at work and on disk. */
export interface ForwardRules {
  /** Starts to forward, first what the last process left. */
  begin(): void
  /** The jobs of the deliveries after one of them, up to another. */
  jobsFor(after: number, upTo: number): Promise<NewJob[]>
  /** Jobs were added. */
  look(): void
  view(environmentId: string): Promise<RulesView>
  /** The rules of all environments that have given up deliveries, and how many. */
  givenUp(): Promise<GivenUp[]>
  /** Replaces the rules of an environment. Rejects with ForwardProblem; nothing is changed then. */
  set(environmentId: string, input: Parameters<typeof checkRules>[0]): Promise<RulesView>
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
  patienceMs?: number
}

const collections = { rules: 'forward-rules', progress: 'forward-progress' }

interface Room {
  begun: boolean
  options: ForwardRulesOptions
  tools: RuleTools
  kept: Map<string, KeptRules>
  runs: Map<string, RuleRun>
  outbound: { local: Outbound; allowed: Outbound }
}

/** Reads the rules of all environments; nothing is sent before `begin`. */
export async function startForwardRules(options: ForwardRulesOptions): Promise<ForwardRules> {
  const { store, ours, clock = systemClock, patienceMs = 2000 } = options
  const atStart = await newest(store)
  const progressNews = startProgressNews(clock, options.events)
  const attemptNews = startAttemptNews(store, options.events, atStart)
  const room = await openRoom(options, clock, { onProgress: progressNews.note, onAttempt: attemptNews.note })
  const noted = await store.documents<RuleProgress>(collections.progress)
  const progress = new Map(noted.map(({ id, document }) => [id, document]))
  for (const [environmentId, kept] of room.kept) {
    for (const rule of kept.rules) {
      const start = progress.get(rule.id) ?? newProgress(atStart, rule.answerSender)
      room.runs.set(rule.id, new RuleRun(room.tools, readyRule(room, environmentId, kept, rule), start))
    }
  }
  const inTurn = createQueue()
  const view = async (environmentId: string) => viewOf(room, environmentId)
  let begun: Promise<void> = Promise.resolve()
  let stopping = false

  return {
    begin: () => {
      begun = store
        .resumeJobs('forward')
        .catch((error: unknown) => options.log('warn', `Forwards could not be taken up again: ${String(error)}`))
        .then(() => {
          if (stopping) return
          room.begun = true
          for (const run of room.runs.values()) run.begin()
        })
    },
    jobsFor: async (after, upTo) => {
      const jobs: NewJob[] = []
      for (const run of room.runs.values()) jobs.push(...(await run.jobsFor(after, upTo)))
      return jobs
    },
    look: () => {
      for (const run of room.runs.values()) run.look()
    },
    view,
    givenUp: async () => givenUpIn(room),
    set: async (environmentId, input) =>
      inTurn(async () => {
        await change(room, environmentId, await checkRules(input, room.kept.get(environmentId) ?? noRules, ours))
        return view(environmentId)
      }),
    setPaused: async (environmentId, ruleId, paused) => {
      await runOf(room, environmentId, ruleId).setPaused(paused)
      return view(environmentId)
    },
    catchUp: async (environmentId, ruleId, since) => {
      await catchUp(room, environmentId, ruleId, since)
      return view(environmentId)
    },
    cancelCatchUp: async (environmentId, ruleId) => {
      await runOf(room, environmentId, ruleId).cancelCatchUp()
      return view(environmentId)
    },
    planAnswer: (environmentId, fits) => planAnswer(room, environmentId, fits),
    forget: async (environmentId) =>
      inTurn(async () => {
        if (!room.kept.has(environmentId)) return
        await change(room, environmentId, noRules)
        await store.removeDocument(collections.rules, environmentId)
        room.kept.delete(environmentId)
      }),
    stop: async () => {
      stopping = true
      const runs = [...room.runs.values()]
      const stopped = begun.then(async () => Promise.all(runs.map(async (run) => run.stop())))
      const cancel = clock.after(patienceMs, () => {
        for (const run of runs) run.abort()
      })
      await stopped
      cancel()
      progressNews.stop()
      attemptNews.stop()
      await Promise.all([room.outbound.local.close(), room.outbound.allowed.close()])
    },
  }
}

async function openRoom(
  options: ForwardRulesOptions,
  clock: JobClock,
  news: Pick<RuleTools, 'onProgress' | 'onAttempt'>,
): Promise<Room> {
  const { store, ours, hopId, log } = options
  const documents = await store.documents<KeptRules>(collections.rules)
  const putProgress = async (ruleId: string, progress: RuleProgress) =>
    store.putDocument(collections.progress, ruleId, progress)
  const room: Room = {
    begun: false,
    options,
    tools: { store, ours, hopId, clock, log, putProgress, ...news, hasBegun: () => room.begun },
    kept: new Map(documents.map(({ id, document }) => [id, document])),
    runs: new Map(),
    outbound: {
      local: startOutbound({ refuse: refusalBeyondLoopback(ours) }),
      allowed: startOutbound({ refuse: refusalOf(ours) }),
    },
  }
  return room
}

function readyRule(
  { outbound }: Room,
  environmentId: string,
  { allowedHosts }: KeptRules,
  rule: KeptRules['rules'][number],
): ReadyRule {
  const target = readForwardTarget(rule.target)
  const isAllowed = allowedHosts.includes(new URL(target.origin).hostname)
  const filter = readRuleFilter(rule.when.filter)
  return { rule, environmentId, target, filter, outbound: isAllowed ? outbound.allowed : outbound.local }
}

/** Keeps other rules for an environment and sets them to work. A new one begins with what comes from now on. */
async function change(room: Room, environmentId: string, kept: KeptRules): Promise<void> {
  const { store } = room.options
  const before = room.kept.get(environmentId) ?? noRules
  const last = await newest(store)
  const added = kept.rules.filter(({ id }) => !before.rules.some((rule) => rule.id === id))
  for (const { id, answerSender } of added) {
    if (room.runs.has(id)) throw new ForwardProblem({ code: 'forward-rule-twice', fields: { id } })
    // A rule of this id may have been there before.
    await store.dropForwards(id, 'all')
    await room.tools.putProgress(id, newProgress(last, answerSender))
  }
  await store.putDocument(collections.rules, environmentId, kept)
  room.kept.set(environmentId, kept)
  for (const rule of kept.rules) {
    const ready = readyRule(room, environmentId, kept, rule)
    const known = room.runs.get(rule.id)
    if (known === undefined) {
      const run = new RuleRun(room.tools, ready, newProgress(last, rule.answerSender))
      room.runs.set(rule.id, run)
      if (room.begun) run.begin()
    } else {
      await known.change(ready, last)
    }
  }
  const gone = before.rules.filter(({ id }) => !kept.rules.some((rule) => rule.id === id))
  for (const { id } of gone) {
    const run = room.runs.get(id)
    room.runs.delete(id)
    run?.abort()
    await run?.stop()
    await store.dropForwards(id, 'all')
    await store.removeDocument(collections.progress, id)
  }
  room.tools.onProgress(environmentId)
}

async function catchUp(room: Room, environmentId: string, ruleId: string, since: number): Promise<void> {
  const { store } = room.options
  const run = runOf(room, environmentId, ruleId)
  const rule = room.kept.get(environmentId)?.rules.find(({ id }) => id === ruleId)
  if (rule?.enabled === false) {
    throw new ForwardProblem({ code: 'forward-rule-off', fields: { name: rule.name } })
  }
  const to = await newest(store)
  const first = await store.firstSince(environmentId, since)
  await run.catchUp({ since, from: Math.min(to, first - 1), to })
}

/** The first rule that fits answers; others that would get the delivery at the same moment. */
function planAnswer(
  { kept, runs, tools }: Room,
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

async function viewOf({ kept, runs }: Room, environmentId: string): Promise<RulesView> {
  const { rules, allowedHosts } = kept.get(environmentId) ?? noRules
  const views = rules.map(async (rule) => {
    const run = runs.get(rule.id)
    return run === undefined ? [] : [{ ...rule, state: await run.state() }]
  })
  return { rules: (await Promise.all(views)).flat(), allowedHosts }
}

async function givenUpIn({ kept, options: { store } }: Room): Promise<GivenUp[]> {
  const rules = [...kept].flatMap(([environmentId, { rules: own }]) =>
    own.map(({ id: ruleId, name }) => ({ environmentId, ruleId, name })),
  )
  const failed = await store.failedForwards()
  return rules.map((rule) => ({ ...rule, count: failed[rule.ruleId] ?? 0 })).filter(({ count }) => count > 0)
}

function runOf({ kept, runs }: Room, environmentId: string, ruleId: string): RuleRun {
  const isOf = kept.get(environmentId)?.rules.some(({ id }) => id === ruleId) === true
  const run = isOf ? runs.get(ruleId) : undefined
  if (run === undefined) throw new ForwardProblem({ code: 'no-forward-rule', fields: { id: ruleId } })
  return run
}

/** The last delivery of all. */
async function newest(store: Pick<Store, 'list'>): Promise<number> {
  const { items } = await store.list({ limit: 1 })
  return Number(items[0]?.id ?? 0)
}
