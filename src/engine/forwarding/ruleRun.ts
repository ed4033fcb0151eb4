import type { ForwardState } from '../../shared/wireTypes.ts'
import type { DeliveryFilter } from '../../shared/deliveryFilter.ts'
import type { ToForward } from '../store/records/forwards.ts'
import { type AppReply, askApp } from './askApp.ts'
import { createLanePlan, type LaneItem, type LanePlan } from './lanePlan.ts'
import { beginCatchUp, cancelCatchUp, endCatchUp, failedBefore, type Progress } from './progress.ts'
import type { ReadyRule, Running, RunTools } from './running.ts'
import { sendItem } from './sendItem.ts'
import { givenUpBy, stateOfRule } from './stateOfRule.ts'

/** One rule at work. */
export interface RuleRun {
  /** There may be something new. */
  look(): void
  /** The rule was changed, `newest`: the last delivery then. */
  change(ready: ReadyRule, newest: number): void
  setPaused(paused: boolean): Promise<void>
  /** @param from before the first delivery that counts; `to`: the last one */
  catchUp(range: { since: number; from: number; to: number }): Promise<void>
  cancelCatchUp(): Promise<void>
  state(): Promise<ForwardState>
  givenUp(): Promise<number>
  /** Whether the app's answer goes back to the sender of a request that fits this filter. */
  answersSender(fits: (filter: DeliveryFilter) => boolean): boolean
  /** See askApp. */
  ask(deliveryId: string, hurry: AbortSignal): Promise<AppReply>
  /** Starts nothing more; what is under way may finish until `abort`. Resolves when that is kept. */
  stop(): Promise<void>
  abort(): void
}

/** Maximum in memory, per lane, in flight, and read at once. */
const limits = { most: 200, perLane: 20, atOnce: 8, page: 50 }
/** After the store could not be read or written, ms. */
const patienceMs = 500
/** How far a rule may be ahead of its saved cursor: the deliveries that a restart looks at again. */
const noteAfter = 100

const newPlan = ({ rule: { order } }: ReadyRule): LanePlan => createLanePlan({ order, ...limits })

/** Starts a rule where it was. */
export function startRuleRun(tools: RunTools, start: ReadyRule, progress: Progress): RuleRun {
  const abort = new AbortController()
  const run: Running = {
    tools,
    ready: start,
    progress,
    plan: newPlan(start),
    readTo: progress.upTo,
    underWay: new Set(),
    asking: new Set(),
    signal: abort.signal,
    last: null,
    counted: (outcome) => {
      const { catchUp } = run.progress
      if (catchUp === null || catchUp.endedAt !== null) return
      run.progress = { ...run.progress, catchUp: { ...catchUp, [outcome]: catchUp[outcome] + 1 } }
    },
  }
  const loop = startLoop(run)
  const note = async () => noteProgress(run)

  return {
    look: loop.look,
    change: (ready, newest) => {
      const before = run.ready.rule
      run.ready = ready
      const { answerSender, enabled } = ready.rule
      if (enabled && !before.enabled) {
        run.progress = { ...run.progress, upTo: newest, until: answerSender ? newest : null }
      } else if (answerSender !== before.answerSender) {
        // Pending deliveries are still sent. New ones are answered at once from now on, or queued.
        const { upTo, catchUp } = run.progress
        const goesOn = answerSender || (catchUp !== null && catchUp.endedAt === null)
        run.progress = { ...run.progress, until: answerSender ? newest : null, upTo: goesOn ? upTo : newest }
      }
      loop.rewind()
      // It is noted again with the next progress.
      note().catch(() => undefined)
    },
    setPaused: async (paused) => {
      run.progress = { ...run.progress, paused }
      await note()
      loop.look()
    },
    catchUp: async ({ since, from, to }) => {
      settle(run)
      run.progress = beginCatchUp(run.progress, { since, from, to, now: tools.clock.now() })
      loop.rewind()
      await note()
    },
    cancelCatchUp: async () => {
      settle(run)
      run.progress = cancelCatchUp(run.progress, tools.clock.now())
      loop.rewind()
      await note()
    },
    state: async () => stateOfRule(run),
    givenUp: async () => givenUpBy(run),
    answersSender: (fits) => {
      const { rule, filter } = run.ready
      return rule.answerSender && rule.enabled && !run.progress.paused && tools.hasBegun() && fits(filter)
    },
    ask: async (deliveryId, hurry) => askApp(run, deliveryId, hurry),
    stop: async () => {
      await Promise.all([loop.stop(), ...run.asking])
      settle(run)
      await note().catch(() => undefined)
    },
    abort: () => abort.abort(),
  }
}

/** Moves the cursor to where everything is settled. */
function settle(run: Running): void {
  const open = Math.min(run.plan.firstOpen(), ...run.underWay)
  const upTo = Math.max(run.progress.upTo, Math.min(run.readTo, open - 1))
  run.progress = endCatchUp({ ...run.progress, upTo }, run.tools.clock.now())
}

async function noteProgress({ tools, ready, progress }: Running): Promise<void> {
  const { environmentId, rule } = ready
  tools.onProgress(environmentId)
  await tools.store.putForwardProgress({ ruleId: rule.id, environmentId, progress })
}

/** The part of a rule that reads and sends. */
interface Loop {
  run: Running
  sending: Set<Promise<void>>
  reading: Promise<void> | null
  /** There may be more to read than was read. */
  behind: boolean
  /** Pages that were read for an earlier one are dropped. */
  generation: number
  stopping: boolean
  /** The progress on disk. */
  noted: Progress
  cancelTimer(): void
  look(): void
}

/** Reads what is to be sent and sends it, as long as there is something, and again when it is due. */
function startLoop(run: Running) {
  const { clock } = run.tools
  const loop: Loop = {
    run,
    sending: new Set(),
    reading: null,
    behind: true,
    generation: 0,
    stopping: false,
    noted: run.progress,
    cancelTimer: () => {},
    look: () => {
      loop.cancelTimer()
      advance(loop)
      if (!isOn(loop)) return
      startDue(loop)
      startReading(loop)
      const opensIn = run.plan.opensIn(clock.now())
      if (opensIn === Infinity || loop.sending.size >= limits.atOnce) return
      loop.cancelTimer = clock.after(Math.max(1, opensIn), loop.look)
    },
  }
  const lookAgain = (): void => {
    loop.behind = true
    loop.look()
  }
  queueMicrotask(loop.look)
  return {
    look: lookAgain,
    /** Reads again from the cursor on, as the rule is now. */
    rewind: () => {
      loop.generation += 1
      run.plan = newPlan(run.ready)
      run.readTo = run.progress.upTo
      loop.noted = run.progress
      lookAgain()
    },
    stop: async () => {
      loop.stopping = true
      loop.cancelTimer()
      await Promise.allSettled([...loop.sending, loop.reading])
    },
  }
}

function isOn({ run, stopping }: Loop): boolean {
  const { tools, ready, progress } = run
  return !stopping && tools.hasBegun() && ready.rule.enabled && !progress.paused && tools.store.health().state === 'ok'
}

function startDue({ run, sending, look }: Loop): void {
  const { tools, plan } = run
  while (sending.size < limits.atOnce) {
    const item = plan.next(tools.clock.now())
    if (item === undefined) return
    run.underWay.add(item.id)
    const work = sendItem(run, item)
      .catch((error: unknown) => {
        tools.log('warn', `Delivery ${item.id} could not be forwarded yet: ${String(error)}`)
        return { ...item, dueAt: tools.clock.now() + patienceMs }
      })
      .then((later) => {
        if (later === null) plan.settle(item)
        else if (plan === run.plan) plan.hold(later)
        else run.plan.offer(later)
        run.underWay.delete(item.id)
        sending.delete(work)
        tools.onProgress(run.ready.environmentId)
        look()
      })
    sending.add(work)
  }
}

function startReading(loop: Loop): void {
  const { run, behind, reading } = loop
  const hasMore = behind && run.readTo < (run.progress.until ?? Infinity) && run.plan.room() >= limits.page
  if (reading !== null || (!hasMore && run.plan.toRefill() === undefined)) return
  loop.reading = readNext(loop).finally(() => {
    loop.reading = null
    loop.look()
  })
}

async function readNext(loop: Loop): Promise<void> {
  const { run, generation } = loop
  const { store, clock, log } = run.tools
  try {
    const refill = run.plan.toRefill()
    if (refill === undefined) loop.behind = false
    const page = await store.toForward(queryOf(run, refill))
    if (loop.generation !== generation) return
    const items = page.items.filter(({ id }) => !run.underWay.has(id)).map(itemOf)
    if (refill !== undefined) return run.plan.refill(refill.lane, items, page)
    for (const item of items) run.plan.offer(item)
    run.readTo = Math.max(run.readTo, page.upTo)
    loop.behind ||= page.more
  } catch (error) {
    log('warn', `What is to be forwarded could not be read yet: ${String(error)}`)
    loop.behind = true
    await new Promise<void>((resolve) => void clock.after(patienceMs, resolve))
  }
}

/** Notes the cursor when it has come far enough, and whenever nothing is left to do. */
function advance(loop: Loop): void {
  const { run, noted, sending, reading, behind } = loop
  settle(run)
  const { progress } = run
  const isAtRest = sending.size === 0 && reading === null && !behind
  const ahead = progress.upTo - noted.upTo
  const hasEnded = progress.catchUp?.endedAt !== noted.catchUp?.endedAt
  if (!hasEnded && (ahead <= 0 || (ahead < noteAfter && !isAtRest))) return
  loop.noted = progress
  noteProgress(run).catch(() => undefined)
}

function queryOf({ tools, ready, progress, plan, readTo }: Running, refill: ReturnType<LanePlan['toRefill']>) {
  const { rule, environmentId, filter } = ready
  const query = { ruleId: rule.id, environmentId, filter, failedBefore: failedBefore(progress, tools.clock.now()) }
  const limit = Math.max(1, Math.min(limits.page, plan.room()))
  if (refill === undefined) return { ...query, after: readTo, upTo: progress.until, limit }
  return { ...query, after: refill.after, upTo: readTo, limit: Math.min(limit, limits.perLane), lane: refill.lane }
}

function itemOf({ id, resourceType, resourceId, row }: ToForward): LaneItem {
  const { tries = 0, dueAt = null, state } = row ?? {}
  return { id, resourceType, resourceId, tries, dueAt: dueAt ?? 0, again: state === 'running' }
}
