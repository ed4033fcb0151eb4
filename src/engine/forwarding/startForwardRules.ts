import type { DeliveryFilter } from '../../shared/deliveryFilter.ts'
import { createQueue } from '../../shared/basics/queues.ts'
import type { ForwardRules as RulesView, Status } from '../../shared/wireTypes.ts'
import { type Outbound, startOutbound } from '../outbound/startOutbound.ts'
import type { EventLog } from '../events/startEventLog.ts'
import type { Store } from '../store/store.ts'
import type { AppReply } from './askApp.ts'
import { startAttemptNews, startProgressNews } from './forwardNews.ts'
import { ForwardProblem, readForwardTarget } from './forwardTarget.ts'
import { type OurAddresses, refusalBeyondLoopback, refusalOf } from './ourAddresses.ts'
import { newProgress, type Progress } from './progress.ts'
import { checkRules, type KeptRules, noRules, readRuleFilter } from './readRules.ts'
import { startRuleRun, type RuleRun } from './ruleRun.ts'
import type { ForwardClock, ReadyRule, RunTools } from './running.ts'

/** The forwarding rules of all environments, at work and on disk. */
export interface ForwardRules {
  /** Starts to forward, first what the last process left. */
  begin(): void
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
  /** Call it when nothing more is received: what is under way may finish for a short while. */
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
  log: RunTools['log']
  clock?: ForwardClock | undefined
  /** How long a stop waits for apps, ms. */
  patienceMs?: number
}

const collection = 'forward-rules'

const systemClock: ForwardClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

interface Room {
  begun: boolean
  options: ForwardRulesOptions
  tools: RunTools
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
  const progress = new Map((await store.forwardProgress()).map((row) => [row.ruleId, row.progress as Progress]))
  for (const [environmentId, kept] of room.kept) {
    for (const rule of kept.rules) {
      const start = progress.get(rule.id) ?? newProgress(atStart, rule.answerSender)
      room.runs.set(rule.id, startRuleRun(room.tools, readyRule(room, environmentId, kept, rule), start))
    }
  }
  const inTurn = createQueue()
  const stops: (() => void)[] = []
  const view = async (environmentId: string) => viewOf(room, environmentId)
  const lookAll = () => {
    for (const run of room.runs.values()) run.look()
  }

  return {
    begin: () => {
      room.begun = true
      stops.push(store.onIndexed(lookAll), store.onVerdicts(lookAll), store.onHealth(lookAll))
      lookAll()
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
      const run = runOf(room, environmentId, ruleId)
      const rule = room.kept.get(environmentId)?.rules.find(({ id }) => id === ruleId)
      if (rule?.enabled === false) {
        throw new ForwardProblem({ code: 'forward-rule-off', fields: { name: rule.name } })
      }
      const to = await newest(store)
      const first = await store.firstSince(environmentId, since)
      await run.catchUp({ since, from: Math.min(to, first - 1), to })
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
        await store.removeDocument(collection, environmentId)
        room.kept.delete(environmentId)
      }),
    stop: async () => {
      for (const stop of stops) stop()
      const runs = [...room.runs.values()]
      const stopped = Promise.all(runs.map(async (run) => run.stop()))
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
  clock: ForwardClock,
  news: Pick<RunTools, 'onProgress' | 'onAttempt'>,
): Promise<Room> {
  const { store, ours, hopId, log } = options
  const documents = await store.documents<KeptRules>(collection)
  const room: Room = {
    begun: false,
    options,
    tools: { store, ours, hopId, clock, log, ...news, hasBegun: () => room.begun },
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
    const progress = newProgress(last, answerSender)
    await store.putForwardProgress({ ruleId: id, environmentId, progress })
  }
  await store.putDocument(collection, environmentId, kept)
  room.kept.set(environmentId, kept)
  for (const rule of kept.rules) {
    const ready = readyRule(room, environmentId, kept, rule)
    const run = room.runs.get(rule.id)
    if (run === undefined) {
      room.runs.set(rule.id, startRuleRun(room.tools, ready, newProgress(last, rule.answerSender)))
    } else {
      run.change(ready, last)
    }
  }
  const gone = before.rules.filter(({ id }) => !kept.rules.some((rule) => rule.id === id))
  for (const { id } of gone) {
    const run = room.runs.get(id)
    room.runs.delete(id)
    run?.abort()
    await run?.stop()
    await store.forgetForwardRule(id)
  }
  room.tools.onProgress(environmentId)
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

async function givenUpIn({ kept, runs }: Room): Promise<GivenUp[]> {
  const rules = [...kept].flatMap(([environmentId, { rules: own }]) =>
    own.map(({ id: ruleId, name }) => ({ environmentId, ruleId, name })),
  )
  const counted = rules.map(async (rule) => ({ ...rule, count: (await runs.get(rule.ruleId)?.givenUp()) ?? 0 }))
  return (await Promise.all(counted)).filter(({ count }) => count > 0)
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
