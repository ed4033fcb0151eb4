import { randomUUID } from 'node:crypto'
import { readIgnored } from '../../engine/comparing/ignoreRules.ts'
import { openBuild } from '../../engine/comparing/buildAnswers.ts'
import { type ComparisonProgress, runComparison } from '../../engine/comparing/runComparison.ts'
import { ExpectedFailure, noEnvironment } from '../../engine/failures/expectedFailure.ts'
import type { Sends } from '../../engine/sending/openSends.ts'
import type { Engine, Log } from '../../engine/startEngine.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import type { Comparison, ReadComparisonInput } from '../../shared/wireTypes.ts'
import { createFollowedRuns, type FollowedRuns } from '../runs/followedRuns.ts'
import { openSnapshotApi } from './openSnapshotApi.ts'
import type { Store } from '../../engine/store/store.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import { readExactFilter } from '../reading/readFilter.ts'

/** Two builds that are compared: one run at a time. */
export interface Comparisons extends Omit<FollowedRuns<Comparison>, 'start'> {
  /** Throws ExpectedFailure where nothing can be compared; nothing is sent then. */
  start(input: ReadComparisonInput): Promise<string>
}

export interface ComparisonTools {
  engine: Engine
  sandbox: Pick<Sandbox, 'credentials'>
  sends: Pick<Sends, 'player'>
  /** Hookscope's own, without the receiver's; more may come. */
  closedPorts: Set<number>
  log: Log
}

/** For one exchange, ms. */
const requestTimeoutMs = 30_000

export function openComparisons(tools: ComparisonTools): Comparisons {
  const runs = createFollowedRuns<Comparison>('no-comparison', ({ done }) => done)
  let starting = false
  return {
    ...runs,
    start: async (input) => {
      if (starting || runs.isRunning()) throw new ExpectedFailure({ code: 'comparison-running', fields: {} })
      starting = true
      try {
        return await startComparison(tools, runs, input)
      } finally {
        starting = false
      }
    },
  }
}

async function startComparison(
  { engine, sandbox, sends, closedPorts, log }: ComparisonTools,
  runs: FollowedRuns<Comparison>,
  input: ReadComparisonInput,
): Promise<string> {
  const { store, environments } = engine
  const { filter = '', allowHost, max, apiPort, secret } = input
  const { ignored, wrong } = readIgnored(input.ignore)
  if (wrong[0] !== undefined) throw new ExpectedFailure({ code: 'ignore-unreadable', fields: { text: wrong[0] } })
  const environmentId = input.environment ?? environments.active().id
  const record = environments.get(environmentId)
  if (record === undefined) throw noEnvironment(environmentId)
  const abort = new AbortController()
  const sign = secret === undefined ? {} : { secret }
  const open = (to: string) =>
    sends.player({ to, allowHost, environment: environmentId, sign }, { requestTimeoutMs }, abort.signal)
  const players = { old: open(input.old), new: open(input.new) }
  const deliveries = await storedDeliveries(store, { filter, environment: environmentId, max })
  const api = await openSnapshotApi({ engine, sandbox, closedPorts }, record, apiPort)
  const startedAt = Date.now()
  const started = performance.now()
  const start: Comparison = {
    run: randomUUID(),
    state: 'running',
    startedAt: new Date(startedAt).toISOString(),
    endedAt: null,
    took: 0,
    old: players.old.target.url,
    new: players.new.target.url,
    filter,
    ignored: input.ignore,
    api: api.access,
    total: deliveries.length,
    done: 0,
    same: 0,
    differ: 0,
    unknown: 0,
    unsent: [],
    requests: api.requests(),
    unknownPaths: [],
    masked: [],
    clusters: [],
    others: 0,
    stopped: null,
  }
  const withRequests = (progress: ComparisonProgress): Comparison => ({
    ...start,
    ...progress,
    took: Math.round(performance.now() - started),
    requests: api.requests(),
    unknownPaths: api.unknownPaths(),
  })
  runs.start(start, abort, async (show) => {
    try {
      const progress = await runComparison({
        builds: { old: openBuild(players.old), new: openBuild(players.new) },
        deliveries,
        load: async (id) => store.get(id),
        world: api,
        unknownRequests: () => api.requests().unknown,
        ignored,
        signal: abort.signal,
        onProgress: (each) => show(() => withRequests(each())),
      })
      const state = progress.stopped !== null ? 'stopped' : abort.signal.aborted ? 'cancelled' : 'done'
      return { ...withRequests(progress), state, endedAt: new Date().toISOString() }
    } catch (error) {
      log('error', `A comparison failed: ${String(error)}`)
      throw error
    } finally {
      await Promise.all([players.old.close(), players.new.close(), api.stop()])
    }
  })
  return start.run
}

const pageSize = 500

/** The newest deliveries of an environment that match, in order of arrival. Throws ExpectedFailure where there are none. */
async function storedDeliveries(
  store: Pick<Store, 'list'>,
  { filter: text, environment, max }: { filter: string; environment: string; max: number },
): Promise<DeliverySummary[]> {
  const filter = readExactFilter(text)
  const found: DeliverySummary[] = []
  for (let before: string | null | undefined; before !== null && found.length < max;) {
    const limit = Math.min(pageSize, max - found.length)
    const page: Awaited<ReturnType<Store['list']>> = await store.list({
      limit,
      filter,
      environment,
      ...(before === undefined ? {} : { before }),
    })
    found.push(...page.items)
    before = page.next
  }
  if (found.length === 0) throw new ExpectedFailure({ code: 'nothing-to-send', fields: {} })
  return found.toReversed()
}
