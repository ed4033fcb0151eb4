import { randomUUID } from 'node:crypto'
import { ExpectedFailure, noDelivery } from '../../engine/failures/expectedFailure.ts'
import type { Player, PlayLimits } from '../../engine/sending/openPlayer.ts'
import type { PlayerInput, Sends } from '../../engine/sending/openSends.ts'
import { requestAsItCame } from '../../engine/sending/storedDelivery.ts'
import { credentialOf } from '../../shared/signature/signatureScheme.ts'
import { readCandidate } from '../../engine/shrinking/candidate.ts'
import { type JsonNode, readNode } from '../../engine/shrinking/jsonNode.ts'
import type { Engine, Log } from '../../engine/startEngine.ts'
import type { HeaderLine } from '../../shared/model.ts'
import type { ReadShrinkInput, Shrink } from '../../shared/wireTypes.ts'
import { renewedIds } from './renewedIds.ts'
import { reportAtStart, runShrink, type ShrinkPlan } from './shrinkRun.ts'

/** Searches for the smallest delivery that still fails: one at a time, the latest kept in memory. */
export interface Shrinks {
  /** Throws ExpectedFailure where the delivery cannot be searched, and nothing is sent then. */
  start(input: ReadShrinkInput): Promise<string>
  /** Waits at most 5 s for more requests than `after`, where that is given. */
  view(run: string, after?: number): Promise<Shrink>
  cancel(run: string): Promise<Shrink>
  /** Ends what is under way. The store must still be open. */
  stop(): Promise<void>
}

/** Time of a whole search, ms. */
const maxMs = 60_000
const longestWaitMs = 5000
const maxKept = 20

interface Current {
  report: Shrink
  abort: AbortController
  done: Promise<void>
  changed: PromiseWithResolvers<void>
}

export function openShrinks({ engine, sends, log }: { engine: Engine; sends: Sends; log: Log }): Shrinks {
  const runs = new Map<string, Current>()
  const find = (run: string): Current => {
    const found = runs.get(run)
    if (found === undefined) throw new ExpectedFailure({ code: 'no-shrink', fields: { id: run.slice(0, 80) } })
    return found
  }
  const isRunning = () => [...runs.values()].some(({ report }) => report.state === 'running')

  function begin(plan: Omit<ShrinkPlan, 'onProgress'>, abort: AbortController): void {
    const current: Current = {
      report: reportAtStart(plan),
      abort,
      done: Promise.resolve(),
      changed: Promise.withResolvers(),
    }
    const onProgress = (report: Shrink) => {
      current.report = report
      current.changed.resolve()
      current.changed = Promise.withResolvers()
    }
    runs.set(plan.run, current)
    current.done = follow({ ...plan, onProgress })
    for (const old of [...runs.keys()].slice(0, -maxKept)) runs.delete(old)
  }

  async function follow(plan: ShrinkPlan): Promise<void> {
    try {
      await runShrink(plan)
    } catch (error) {
      log('error', `A search for the smallest failing delivery failed: ${String(error)}`)
      plan.onProgress({ ...find(plan.run).report, state: 'cancelled' })
    } finally {
      await plan.player.close()
    }
  }

  return {
    start: async (input) => {
      if (isRunning()) throw new ExpectedFailure({ code: 'shrink-running', fields: {} })
      const abort = new AbortController()
      const plan = await planOf({ engine, sends }, input, abort.signal)
      begin(plan, abort)
      return plan.run
    },
    view: async (run, after) => {
      const current = find(run)
      const { report, changed } = current
      if (after === undefined || report.state !== 'running' || report.sent > after) return report
      const timer = Promise.withResolvers<void>()
      const timeout = setTimeout(timer.resolve, longestWaitMs)
      await Promise.race([changed.promise, timer.promise])
      clearTimeout(timeout)
      return find(run).report
    },
    cancel: async (run) => {
      const current = find(run)
      current.abort.abort()
      await current.done
      return current.report
    },
    stop: async () => {
      for (const { abort } of runs.values()) abort.abort()
      await Promise.all([...runs.values()].map(async ({ done }) => done))
    },
  }
}

/** Throws ExpectedFailure. */
async function planOf(
  { engine, sends }: { engine: Engine; sends: Sends },
  input: ReadShrinkInput,
  signal: AbortSignal,
): Promise<Omit<ShrinkPlan, 'onProgress'>> {
  const delivery = await engine.store.get(input.id)
  if (delivery === null) throw noDelivery(input.id)
  const asItCame = requestAsItCame(delivery)
  const original = { ...asItCame, path: input.path ?? asItCame.path }
  const limits = { maxRequests: input.maxRequests, maxMs, requestTimeoutMs: input.timeoutMs }
  const { to, allowHost, secret } = input
  const { environmentId: environment } = delivery
  const player = signingPlayer(sends, { to, allowHost, environment, secret, headers: original.headers }, limits, signal)
  const { scheme, secret: signsWith } = player.signing
  const { timestamp } = scheme ?? {}
  // Signing replaces these.
  const moment = timestamp?.from === 'header' ? timestamp.name : undefined
  const own = [scheme?.header, ...(scheme?.alsoIn ?? []), moment].flatMap((name) => name?.toLowerCase() ?? [])
  const idHeader = signsWith === null ? undefined : scheme?.idHeader?.toLowerCase()
  const headers = original.headers.filter(([name]) => name.toLowerCase() !== idHeader)
  const parts = readCandidate({ ...original, headers }, new Set(['content-type', ...own]))
  if (parts === null) {
    await player.close()
    throw new ExpectedFailure({ code: 'shrink-needs-json', fields: {} })
  }
  const { candidate, kept } = parts
  const ids = renewedIds(scheme, candidate, original)
  const examples = candidate.format === 'json' ? await examplesFor(engine, delivery) : []
  return { run: randomUUID(), input, original, candidate, kept, ids, examples, player, signal }
}

/** Deliveries that are looked at for an example, and the number that is taken. */
const maxLooked = 100
const maxExamples = 3
/** Bytes of an example. */
const maxExampleBytes = 256 * 1024

/** Bodies of the newest other deliveries of the same type: what such a delivery usually looks like. */
async function examplesFor({ store }: Engine, { id, environmentId }: { id: string; environmentId: string }) {
  const own = await store.summary(id)
  const { items } = await store.list({ limit: maxLooked, environment: environmentId })
  const others = items.filter(
    (item) =>
      item.id !== id &&
      item.size <= maxExampleBytes &&
      item.eventType === own?.eventType &&
      item.resourceType === own?.resourceType &&
      item.action === own?.action,
  )
  const found: JsonNode[] = []
  const seen = new Set<string>()
  for (const other of others) {
    if (found.length === maxExamples) break
    const stored = await store.get(other.id)
    const text = stored === null ? '' : Buffer.from(stored.request.body).toString('utf8')
    const node = seen.has(text) ? null : readNode(text)
    seen.add(text)
    if (node !== null) found.push(node)
  }
  return found
}

interface SigningInput extends PlayerInput {
  secret: string | undefined
  headers: readonly HeaderLine[]
}

/**
 * Signs as the sender does. Without a secret, only a delivery that has no signature of its body is searched: a handler that
 * verifies would refuse each change. Throws ExpectedFailure.
 */
function signingPlayer(
  sends: Sends,
  { secret, headers, ...input }: SigningInput,
  limits: PlayLimits,
  signal: AbortSignal,
): Player {
  try {
    return sends.player({ ...input, sign: secret === undefined ? {} : { secret } }, limits, signal)
  } catch (error) {
    const code = error instanceof ExpectedFailure ? error.why.code : null
    if (secret !== undefined || (code !== 'no-secret-to-send' && code !== 'private-key-unusable')) throw error
    const player = sends.player(input, limits, signal)
    const { scheme } = player.signing
    const signs = scheme !== null && ['secret', 'public-key'].includes(credentialOf(scheme))
    const names = signs ? [scheme.header, ...(scheme.alsoIn ?? [])].map((name) => name.toLowerCase()) : []
    if (!headers.some(([name]) => names.includes(name.toLowerCase()))) return player
    void player.close()
    throw error
  }
}
