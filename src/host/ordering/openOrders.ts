import { randomUUID } from 'node:crypto'
import { resolveTarget, type Target } from '../../engine/checking/wire/resolveTarget.ts'
import { readIgnored } from '../../engine/comparing/ignoreRules.ts'
import { maxPermuted, planSchedules, readSchedule, type Schedule } from '../../engine/ordering/schedules.ts'
import { FlakyOrder, searchOrders } from '../../engine/ordering/searchOrders.ts'
import { ExpectedFailure, noDelivery, noEnvironment } from '../../engine/failures/expectedFailure.ts'
import { PlayEnded } from '../../engine/sending/openPlayer.ts'
import type { Sends } from '../../engine/sending/openSends.ts'
import type { Engine, Log } from '../../engine/startEngine.ts'
import type { StoredDelivery } from '../../engine/store/records/deliveries.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import type { OrderRun, ReadOrderInput } from '../../shared/wireTypes.ts'
import { openSnapshotApi } from '../comparing/openSnapshotApi.ts'
import { createFollowedRuns, type FollowedRuns } from '../runs/followedRuns.ts'
import { type AppAccess, type CommandOutcome, openAppAccess, refuseHost } from './appAccess.ts'
import { findingView } from './findingView.ts'
import { openSchedulePlayer } from './playSchedule.ts'
import { byArrival } from '../../engine/objects/foldDeliveries.ts'
import type { Store } from '../../engine/store/store.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import { orderLimits } from '../../shared/schemas/sending/orderSchemas.ts'

/** Deliveries of an object in other orders: one run at a time. */
export interface Orders extends Omit<FollowedRuns<OrderRun>, 'start'> {
  /** Throws ExpectedFailure where nothing can be played; nothing is sent then. */
  start(input: ReadOrderInput): Promise<string>
  /** The outcome of a command that the run asked for. */
  answer(run: string, id: string, outcome: CommandOutcome): Promise<OrderRun>
}

export interface OrderTools {
  engine: Engine
  sandbox: Pick<Sandbox, 'credentials'>
  sends: Pick<Sends, 'player'>
  /** Hookscope's own, without the receiver's; more may come. */
  closedPorts: Set<number>
  log: Log
}

export function openOrders(tools: OrderTools): Orders {
  const runs = createFollowedRuns<OrderRun>('no-order-run', ({ changes }) => changes)
  const accesses = new Map<string, AppAccess>()
  let starting = false
  return {
    ...runs,
    start: async (input) => {
      if (starting || runs.isRunning()) throw new ExpectedFailure({ code: 'orders-running', fields: {} })
      starting = true
      try {
        return await startOrders(tools, runs, accesses, input)
      } finally {
        starting = false
      }
    },
    answer: async (run, id, outcome) => {
      accesses.get(run)?.answer(id, outcome)
      return runs.view(run)
    },
  }
}

async function startOrders(
  tools: OrderTools,
  runs: FollowedRuns<OrderRun>,
  accesses: Map<string, AppAccess>,
  input: ReadOrderInput,
): Promise<string> {
  const abort = new AbortController()
  const prepared = await prepareOrders(tools, input, abort.signal)
  const { summaries, deliveries, schedules, player, api, record, first } = prepared
  const started = performance.now()
  let view = first
  let show: (view: () => OrderRun) => void = () => undefined
  const change = (more: Partial<OrderRun>) => {
    const took = Math.round(performance.now() - started)
    view = { ...view, requests: played.requests(), ...more, took, changes: view.changes + 1 }
    show(() => view)
  }
  const access = openAppAccess(input, (asks) => change({ asks }), abort.signal)
  const played = openSchedulePlayer({
    ...prepared,
    access,
    hasState: input.state !== undefined,
    settleMs: input.settleMs,
    maxRequests: input.maxRequests,
    given: [...deliveries.values()].map(({ request }) => Buffer.from(request.body).toString('utf8')).join('\n'),
    onDelivery: (number) => {
      const summary = summaries[number - 1]
      if (summary !== undefined) api?.enter(summary)
    },
    onReset: () => api?.reset(),
    requested: () => api?.requested() ?? null,
    signal: abort.signal,
  })
  accesses.set(first.run, access)
  const viewOf = findingView({
    deliveries,
    named: view.deliveries,
    input,
    environment: record,
    by: view.by,
    secrets: player.secrets,
  })
  const search = async () =>
    searchOrders({
      numbers: summaries.map((_, place) => place + 1),
      schedules,
      observe: played.observe,
      observeLater: played.observeLater,
      onPlayed: () => change({ played: view.played + 1 }),
      onFinding: (findings) => change({ findings: findings.map(viewOf) }),
      onFlaky: (schedule) => change({ flaky: [...view.flaky, schedule] }),
    })
  runs.start(first, abort, async (showNow) => {
    show = showNow
    let end: Pick<OrderRun, 'state' | 'problem'> = { state: 'done', problem: null }
    try {
      await search()
    } catch (error) {
      end = endOf(error, tools.log)
    } finally {
      accesses.delete(first.run)
      await Promise.all([player.close(), access.close(), api?.stop()])
    }
    if (abort.signal.aborted) end = { state: 'cancelled', problem: null }
    change({ ...end, asks: null, endedAt: new Date().toISOString() })
    return view
  })
  return first.run
}

/** All that a run needs. Throws ExpectedFailure where it cannot be. */
async function prepareOrders(tools: OrderTools, input: ReadOrderInput, signal: AbortSignal) {
  const { engine, sends, closedPorts } = tools
  const { store, environments } = engine
  const { resourceType, resourceId, to, allowHost, maxRequests, maxMs, secret } = input
  const { ignored, wrong } = readIgnored(input.ignore)
  if (wrong[0] !== undefined) throw new ExpectedFailure({ code: 'ignore-unreadable', fields: { text: wrong[0] } })
  const environmentId = input.environment ?? environments.active().id
  const record = environments.get(environmentId)
  if (record === undefined) throw noEnvironment(environmentId)
  const summaries = await objectDeliveries(store, { environmentId, resourceType, resourceId })
  const deliveries = new Map<number, StoredDelivery>()
  for (const [place, { id }] of summaries.entries()) {
    const delivery = await store.get(id)
    if (delivery === null) throw noDelivery(id)
    deliveries.set(place + 1, delivery)
  }
  const schedules = schedulesOf(input.schedule, summaries.length)
  for (const url of [input.reset, input.state]) refuseHost(url, allowHost)
  const wire = await wireOf(to, { allowHost, closedPorts: new Set([engine.receiver.port, ...closedPorts]) })
  const player = sends.player(
    { to, allowHost, environment: environmentId, sign: secret === undefined ? {} : { secret } },
    { maxRequests, maxMs },
    signal,
  )
  const api =
    input.apiPort === undefined
      ? null
      : await openSnapshotApi(tools, record, input.apiPort).catch(async (error: unknown) => {
          await player.close()
          throw error
        })
  const first: OrderRun = {
    run: randomUUID(),
    state: 'running',
    startedAt: new Date().toISOString(),
    endedAt: null,
    took: 0,
    to: player.target.url,
    resourceType,
    resourceId,
    deliveries: summaries.map((summary, place) => ({ number: place + 1, id: summary.id, label: labelOf(summary) })),
    planned: schedules.length + 1,
    played: 0,
    requests: 0,
    exhaustive: input.schedule !== undefined || summaries.length <= maxPermuted,
    by: input.state === undefined ? 'answers' : 'state',
    findings: [],
    flaky: [],
    problem: null,
    asks: null,
    changes: 0,
  }
  return { summaries, deliveries, schedules, player, wire, api, record, ignored, first }
}

function schedulesOf(given: string | undefined, count: number): Schedule[] {
  if (given === undefined) return planSchedules(count)
  const steps = readSchedule(given, count)
  if (steps === null) throw new ExpectedFailure({ code: 'schedule-unreadable', fields: { text: given, count } })
  return [{ kind: 'given', steps }]
}

async function wireOf(
  to: string,
  { allowHost, closedPorts }: { allowHost: string | undefined; closedPorts: ReadonlySet<number> },
): Promise<Target> {
  const { hostname, host } = new URL(to)
  const allowRemote = [host, hostname].includes(allowHost?.trim().toLowerCase() ?? '')
  const found = await resolveTarget(to, { allowRemote, closedPorts })
  if (found.ok) return found.target
  const { problem } = found
  if (problem === 'remote') throw new ExpectedFailure({ code: 'host-not-allowed', fields: { host: hostname } })
  throw new ExpectedFailure({ code: 'check-target-refused', fields: { problem, url: to.slice(0, 200) } })
}

function endOf(error: unknown, log: Log): Pick<OrderRun, 'state' | 'problem'> {
  if (error instanceof PlayEnded) {
    if (error.end === 'cancelled') return { state: 'cancelled', problem: null }
    const limit = error.end === 'max-requests' ? 'number of requests' : 'time'
    return { state: 'bounded', problem: `The limit of ${limit} was reached, so not all schedules were played.` }
  }
  if (error instanceof FlakyOrder) {
    const [first] = error.differences
    const place = first === undefined || first.path === '' ? 'the result' : first.path
    const values = `${first?.before ?? 'missing'}, then ${first?.after ?? 'missing'}`
    return {
      state: 'flaky',
      problem: `In the same order, ${place} was ${values.slice(0, 300)}. Ignore it with --ignore, or give the app more time with --settle.`,
    }
  }
  if (error instanceof ExpectedFailure) return { state: 'stopped', problem: error.message }
  log('error', `A run of orders failed: ${String(error)}`)
  return { state: 'stopped', problem: 'It failed, which is a fault of Hookscope. The log has the reason.' }
}

/** Deliveries of an object that are read for its newest ones. */
const maxRead = 200

/**
 * The newest deliveries of an object in order of arrival, each notification once, genuine ones where there are any. Throws ExpectedFailure
 * where nothing was received.
 */
async function objectDeliveries(
  store: Pick<Store, 'deliveriesOf'>,
  { environmentId, resourceType, resourceId }: { environmentId: string; resourceType: string; resourceId: string },
): Promise<DeliverySummary[]> {
  const genuine = await store.deliveriesOf(environmentId, resourceType, resourceId, maxRead, true)
  const found =
    genuine.length > 0 ? genuine : await store.deliveriesOf(environmentId, resourceType, resourceId, maxRead)
  const first = new Map<string, DeliverySummary>()
  for (const delivery of found.toSorted(byArrival)) {
    const key = delivery.notificationId ?? `delivery ${delivery.id}`
    if (!first.has(key)) first.set(key, delivery)
  }
  if (first.size === 0) throw new ExpectedFailure({ code: 'object-unseen', fields: {} })
  return [...first.values()].slice(-orderLimits.deliveries)
}

/**
 * Such as `update (status settled)`: the name of a delivery among those of its object. A first snapshot is not used: it may have been taken
 * later. Pure.
 */
function labelOf({ eventType, action, headline }: DeliverySummary): string {
  const name = eventType ?? action ?? 'delivery'
  const isSure = (kind: string) => headline?.source !== 'object' || kind === 'changed'
  const item = headline?.items.find(({ after, kind }) => after !== null && isSure(kind))
  return item === undefined ? name : `${name} (${item.field} ${item.after})`
}
