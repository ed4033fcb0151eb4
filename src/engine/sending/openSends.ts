import { createHash, randomUUID } from 'node:crypto'
import { redacted } from '../../shared/credentials.ts'
import { parseDeliveryFilter } from '../../shared/filter/deliveryFilter.ts'
import { shortReceiverKey } from '../../shared/receiverKey.ts'
import { sendableHeaders } from '../../shared/requestText/sendableHeaders.ts'
import { unknownKeyReason } from '../../shared/filter/unknownFilterKey.ts'
import { maxPreviewBytes } from '../../shared/schemas/sending/sendSchemas.ts'
import type { Fixture, ReadSendInput, SendPreview, SendRun } from '../../shared/wireTypes.ts'
import type { EventLog } from '../events/startEventLog.ts'
import { secretsToHide } from '../environments/secretsToHide.ts'
import { ExpectedFailure, noDelivery } from '../failures/expectedFailure.ts'
import type { Store } from '../store/store.ts'
import { openPlayer, type Played, type Player, type PlayLimits } from './openPlayer.ts'
import { brokenSigning } from './prepareRequest.ts'
import { type LoadItem, runSend, type SendingRun } from './runSend.ts'
import { scheduleOf } from './schedule.ts'
import { type PlayRequest, sendTarget, type TargetTools } from './sendTarget.ts'
import { shownRequest } from './shownExchange.ts'
import { keepReplay, requestAsItCame } from './storedDelivery.ts'
import { signingOf, type SigningTools } from './signingOf.ts'

export interface SendTools extends TargetTools, SigningTools {
  store: Pick<Store, 'get' | 'list' | 'addAttempt'>
  events: Pick<EventLog, 'publish'>
  environments: TargetTools['environments'] & SigningTools['environments'] & { active(): { id: string } }
  /** Reads a fixture by its name. Throws ExpectedFailure. */
  fixture(name: string): Fixture
}

/** Requests that are sent on purpose. */
export interface Sends {
  /** Throws ExpectedFailure when the first request cannot be made, and nothing is sent then. */
  start(input: ReadSendInput): Promise<string>
  /** @param sent waits until more requests than these have ended, or for some seconds */
  view(run: string, sent?: number): Promise<SendRun>
  /** The first request as it would be sent now. Throws ExpectedFailure where `start` does for it. */
  preview(input: ReadSendInput): Promise<SendPreview>
  /** Sends the first request of such a run, and resolves with the answer. Throws ExpectedFailure where it cannot be made. */
  once(input: ReadSendInput, signal: AbortSignal): Promise<Played>
  /**
   * Opens a player that sends to an app within limits, for searches that decide from each answer what they send next. The
   * caller closes it. Throws ExpectedFailure where the target is not allowed or the secret is not there.
   */
  player(input: PlayerInput, limits: PlayLimits, signal: AbortSignal): Player
  cancel(run: string): SendRun
  stop(): Promise<void>
}

/** Where a player sends to, and how it signs. */
export interface PlayerInput {
  /** The app: on this machine, unless `allowHost` names its host. Never a receiver of ours. */
  to: string
  allowHost?: string | undefined
  environment: string
  /** `{}`: as the environment's sender signs, with its current secret. Absent: nothing is signed. */
  sign?: ReadSendInput['sign']
}

const maxRunning = 4
const maxKept = 20
/** Maximum duration of a run, ms. */
const maxRunMs = 24 * 3_600_000
/** Maximum requests in flight at a rate. */
const parallelAtRate = 32
/** Maximum wait for progress, ms. */
const progressTimeoutMs = 5000

export function openSends(tools: SendTools): Sends {
  const runs = new Map<string, SendingRun>()
  const running = () => [...runs.values()].filter((run) => run.view().state === 'running')
  const known = (run: string) => {
    const found = runs.get(run)
    if (found === undefined) throw new ExpectedFailure({ code: 'no-send-run', fields: { id: run.slice(0, 80) } })
    return found
  }
  return {
    start: async (input) => {
      if (running().length >= maxRunning)
        throw new ExpectedFailure({ code: 'too-many-runs', fields: { max: maxRunning } })
      const run = randomUUID()
      runs.set(run, await startRun(tools, run, input))
      for (const [old, kept] of runs) {
        if (runs.size <= maxKept) break
        if (kept.view().state !== 'running') runs.delete(old)
      }
      return run
    },
    preview: async (input) => {
      const { player, source } = await planRun(tools, input, AbortSignal.abort())
      const first = player.prepare(await source.load(0))
      const { body, replaced: _replaced, ...shown } = shownRequest(first, player.signing, player.secrets)
      const bodyBase64 = Buffer.from(body.subarray(0, maxPreviewBytes)).toString('base64')
      // A hash would confirm a guess of the redacted text.
      const sha256 = body === first.body ? createHash('sha256').update(body).digest('hex') : redacted
      return { ...shown, sha256, bodyBase64 }
    },
    view: async (run, sent) => {
      const found = known(run)
      if (sent !== undefined) await found.beyond(sent, progressTimeoutMs)
      return found.view()
    },
    once: async (input, signal) => {
      const { player, source } = await planRun(tools, input, signal)
      try {
        return await player.play(await source.load(0))
      } finally {
        await player.close()
      }
    },
    player: ({ to, allowHost, environment, sign }, limits, signal) => {
      const target = sendTarget(tools, { to, allowHost, environmentId: environment })
      if (target.receiverOf !== null) throw new ExpectedFailure({ code: 'leads-to-receiver', fields: {} })
      const signing = signingOf(tools, environment, { sign }, null)
      return openPlayer({ target, signing, secrets: secretsToHide(tools, signing), limits, signal })
    },
    cancel: (run) => {
      const found = known(run)
      found.cancel()
      return found.view()
    },
    stop: async () => {
      for (const run of runs.values()) run.cancel()
      await Promise.all([...runs.values()].map(async ({ done }) => done))
    },
  }
}

/** Plans a run: the source of its requests, and the player that sends them. Throws ExpectedFailure. */
async function planRun(tools: SendTools, input: ReadSendInput, signal: AbortSignal) {
  const { to, allowHost, environment, deliveries } = input
  const environmentId = environment ?? tools.environments.active().id
  const fixture = input.fixture === undefined ? null : tools.fixture(input.fixture)
  const target = sendTarget(tools, { to, allowHost, environmentId })
  const signing = brokenSigning(signingOf(tools, target.receiverOf ?? environmentId, input, fixture))
  const source =
    deliveries === undefined ? composed(composedOf(input, fixture)) : await stored(tools, deliveries, environment)
  return { source, player: openPlayer({ target, signing, secrets: secretsToHide(tools, signing), signal }) }
}

async function startRun(tools: SendTools, run: string, input: ReadSendInput): Promise<SendingRun> {
  const abort = new AbortController()
  const { source, player } = await planRun(tools, input, abort.signal)
  // Report a request that cannot be built now, not as the outcome of a run.
  player.prepare(await source.load(0))
  const { count, ratePerSecond, shuffle, deliveries } = input
  const speed = deliveries?.speed ?? 'none'
  const steps = scheduleOf({ moments: source.moments, count, ratePerSecond, speed, shuffle }, Math.random)
  const lastsMs = steps.reduce((longest, { afterMs }) => Math.max(longest, afterMs), 0)
  if (lastsMs > maxRunMs)
    throw new ExpectedFailure({ code: 'run-too-long', fields: { hours: Math.ceil(lastsMs / 3_600_000) } })
  return runSend({
    run,
    to: { shown: shortReceiverKey(player.target.url), toReceiver: player.target.receiverOf !== null },
    steps,
    load: source.load,
    // Stored deliveries are sent in order, each after the answer to the previous one.
    parallel: input.parallel ?? (ratePerSecond !== undefined && deliveries === undefined ? parallelAtRate : 1),
    player,
    abort,
    ...(source.keep === undefined ? {} : { onSent: async (item, played) => source.keep?.(item, played, player) }),
  })
}

/** Where the requests of a run come from. */
interface Source {
  /** Arrival times, ms. */
  moments: number[]
  load: LoadItem
  keep?: (item: number, played: Played, player: Player) => Promise<void>
}

function composedOf({ request }: ReadSendInput, fixture: Fixture | null): PlayRequest {
  if (fixture !== null) {
    const { method, path, headers, body, bodyBase64 } = fixture.request
    return {
      method,
      path,
      headers,
      body: Buffer.from(bodyBase64 ?? body ?? '', bodyBase64 === undefined ? 'utf8' : 'base64'),
    }
  }
  const { method = 'POST', path = '', headers = [], bodyBase64 = '' } = request ?? {}
  return { method, path, headers, body: Buffer.from(bodyBase64, 'base64') }
}

function composed({ headers, ...rest }: PlayRequest): Source {
  const request = { ...rest, headers: sendableHeaders(headers).sent }
  return { moments: [0], load: async () => request }
}

/** Stored deliveries in the order in which they came. Each that is sent is an attempt of its delivery. */
async function stored(
  tools: SendTools,
  { ids, filter }: NonNullable<ReadSendInput['deliveries']>,
  environment: string | undefined,
): Promise<Source> {
  const items = ids === undefined ? await matching(tools, filter ?? '', environment) : await named(tools, ids)
  if (items.length === 0) throw new ExpectedFailure({ code: 'nothing-to-send', fields: {} })
  const get = async (item: number) => tools.store.get(items[item]?.id ?? '')
  return {
    moments: items.map(({ receivedAt }) => Date.parse(receivedAt)),
    load: async (item) => {
      const delivery = await get(item)
      if (delivery === null) throw noDelivery(items[item]?.id ?? '')
      return requestAsItCame(delivery)
    },
    keep: async (item, { request, record }, { signing: { secret }, secrets }) => {
      const delivery = await get(item)
      if (delivery === null) return
      const signedWith = secret === null ? undefined : { label: secret.label, fingerprint: secret.fingerprint }
      await keepReplay(tools, delivery, { request, record, signedWith }, secrets)
    },
  }
}

interface Came {
  id: string
  receivedAt: string
}

async function named({ store }: SendTools, ids: readonly string[]): Promise<Came[]> {
  const found: Came[] = []
  for (const id of ids) {
    const delivery = await store.get(id)
    if (delivery === null) throw noDelivery(id)
    found.push({ id, receivedAt: new Date(delivery.request.receivedAt).toISOString() })
  }
  return found.toSorted((a, b) => Number(a.id) - Number(b.id))
}

const maxStored = 10_000
const pageSize = 500

/** Deliveries that match now, oldest first. */
async function matching({ store }: SendTools, text: string, environment: string | undefined): Promise<Came[]> {
  const { filter, problem, unknownKeys } = parseDeliveryFilter(text, Date.now())
  const [unknown] = unknownKeys
  const why = problem ?? (unknown === undefined ? null : unknownKeyReason(unknown))
  if (why !== null) throw new ExpectedFailure({ code: 'filter-unreadable', fields: { problem: why } })
  const found: Came[] = []
  let before: string | null | undefined
  do {
    const page = await store.list({
      limit: pageSize,
      filter,
      ...(environment === undefined ? {} : { environment }),
      ...(before == null ? {} : { before }),
    })
    found.push(...page.items.map(({ id, receivedAt }) => ({ id, receivedAt })))
    if (found.length > maxStored) throw new ExpectedFailure({ code: 'too-many-to-send', fields: { max: maxStored } })
    before = page.next
  } while (before !== null)
  return found.toReversed()
}
