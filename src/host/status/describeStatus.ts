import { webhookConfigView } from '../../engine/environments/environmentView.ts'
import { handshakesOn } from '../../engine/environments/handshakeRecord.ts'
import { receiverPath } from '../../engine/environments/receiverPath.ts'
import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import { describeHealth } from './describeHealth.ts'
import { originFor } from '../startup/originFor.ts'
import type { GoLiveReason } from '../../shared/codes/goLive.ts'
import { goLiveSentence } from '../../shared/words/goLive.ts'
import type { TokenFailure } from '../../engine/service/token.ts'
import { isRealTime, type SandboxClock, viewOf } from '../../sandbox/sandboxClock.ts'
import type { Engine } from '../../engine/startEngine.ts'
import type { Status, Tunnel, Unseen, WebhookConfig } from '../../shared/wireTypes.ts'

export interface StatusFacts {
  version: string
  dataFolder: string
  secretStorage: string
  unseen: () => Unseen
  clock: SandboxClock
}

/**
 * Returns the status shown by the top bar and `GET /status`. Reads the in-memory state last and synchronously: its parts
 * are then consistent, and the result never contradicts an event published while the queries ran.
 */
export async function describeStatus(engine: Engine, facts: StatusFacts): Promise<Status> {
  const { environments, receiver, store } = engine
  const [counts, lastArrivals, health] = await Promise.all([
    store.counts(),
    // Fails while a damaged index is being rebuilt; the rest of the status is still valid.
    store.lastArrivals().catch(() => ({})),
    describeHealth(engine, facts.dataFolder, Date.now()),
  ])
  const active = environments.active()
  const origin = originFor(engine, active)
  const config = webhookConfigView(active, environments.lastUse, origin)
  return {
    version: facts.version,
    pid: process.pid,
    dataFolder: facts.dataFolder,
    secretStorage: facts.secretStorage,
    receiver: {
      state: 'listening',
      origin: receiver.origin,
      url: origin + receiverPath(active),
      problem: null,
      strays: engine.strays(),
    },
    tunnel: withoutHistory(engine.publicAccess.view()),
    environment: environments.view(active),
    webhookConfig: config,
    verification: engine.verifications.view(),
    counts: { ...counts, lastByEnvironment: timesOf(lastArrivals) },
    health,
    responseRules: engine.responses.switchedOn().map(({ until, ...rule }) => {
      return { ...rule, until: until === null ? null : new Date(until).toISOString() }
    }),
    ...(isRealTime(facts.clock) ? {} : { sandboxClock: viewOf(facts.clock) }),
    unseen: facts.unseen(),
    goLive: goLive(active, config, origin, engine.client.tokenFailure(active.id)),
    ...handshakeOf(active),
  }
}

function timesOf(lastArrivals: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(lastArrivals).map(([id, at]) => [id, new Date(at).toISOString()]))
}

/** Leaves the history out of the status; `GET /tunnel` returns it. */
function withoutHistory({ history: _history, ...tunnel }: Tunnel): Status['tunnel'] {
  return tunnel
}

type Step = Status['goLive']['receiver']

function step(done: boolean, why: GoLiveReason): Step {
  return { done, detail: goLiveSentence(why), why }
}

const plain = (code: PlainCode): GoLiveReason => ({ code, fields: {} })
type PlainCode = Exclude<GoLiveReason['code'], 'no-token' | 'listening' | 'applied-differs' | 'applied-enabled'>

function goLive(
  record: EnvironmentRecord,
  config: WebhookConfig,
  receiverOrigin: string,
  failure: TokenFailure | null,
): Status['goLive'] {
  const { proofs } = record
  if (record.kind === 'sender') return goLiveOfSender(record, receiverOrigin)
  return {
    credentials: step(
      proofs.token !== null && failure === null,
      failure === null ? credentials(record) : { code: 'no-token', fields: { why: failure.why } },
    ),
    receiver: listening(receiverOrigin),
    webhookConfig: webhookConfig(config),
    notification: notification(record),
    followUp: step(proofs.followUp !== null, plain(proofs.followUp === null ? 'none-fetched-yet' : 'object-fetched')),
  }
}

/** Senders other than the service need their secret here and our address there; nothing is fetched from them. */
function goLiveOfSender(record: EnvironmentRecord, receiverOrigin: string): Status['goLive'] {
  const hasSecret = record.sharedSecrets.length > 0
  const notNeeded = step(true, plain('not-needed'))
  return {
    credentials: step(hasSecret, plain(hasSecret ? 'secret-set' : 'secret-missing')),
    receiver: listening(receiverOrigin),
    webhookConfig: notNeeded,
    notification: notification(record),
    followUp: notNeeded,
  }
}

/** Whether the sender has checked the address. A verified notification also proves that the sender accepted it. */
function handshakeOf(record: EnvironmentRecord): Pick<Status, 'handshake'> {
  const { proofs } = record
  const [first] = handshakesOn(record)
  if (first === undefined) return {}
  const isConfirmed = first.confirms !== undefined
  if (proofs.handshake !== null) {
    return { handshake: step(true, plain(isConfirmed ? 'handshake-confirmed' : 'handshake-answered')) }
  }
  if (proofs.notification !== null) return { handshake: step(true, plain('handshake-unneeded')) }
  return { handshake: step(false, plain(isConfirmed ? 'handshake-unconfirmed' : 'handshake-awaited')) }
}

const listening = (origin: string): Step => step(true, { code: 'listening', fields: { origin } })

function notification({ proofs }: EnvironmentRecord): Step {
  const isThere = proofs.notification !== null
  return step(isThere, plain(isThere ? 'signature-valid' : 'none-valid-yet'))
}

function credentials({ kind, proofs }: EnvironmentRecord): GoLiveReason {
  if (proofs.token !== null) return plain('token-given')
  return plain(kind === 'sandbox' ? 'token-untested' : 'credentials-unset')
}

function webhookConfig({ applied, remarks: [drift] }: WebhookConfig): Step {
  if (applied === null) return step(false, plain('never-applied'))
  if (!applied.enabled) return step(false, plain('applied-disabled'))
  if (drift !== undefined) return step(false, { code: 'applied-differs', fields: { drift } })
  return step(true, { code: 'applied-enabled', fields: { types: applied.webhookTypes.length } })
}
