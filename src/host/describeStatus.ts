import { webhookConfigView } from '../engine/environments/environmentView.ts'
import { handshakesOn } from '../engine/environments/handshakeRecord.ts'
import { receiverPath } from '../engine/environments/receiverPath.ts'
import type { EnvironmentRecord } from '../engine/environments/environmentRecord.ts'
import { describeHealth } from './describeHealth.ts'
import { originFor } from './originFor.ts'
import { callCause } from '../shared/words/callFailures.ts'
import type { TokenFailure } from '../engine/service/token.ts'
import type { Engine } from '../engine/startEngine.ts'
import type { Status, Tunnel, Unseen } from '../shared/wireTypes.ts'

export interface StatusFacts {
  version: string
  dataFolder: string
  secretStorage: string
  unseen: () => Unseen
}

/**
 * The state of everything, as the top bar and `GET /status` show it. What is in memory is read last and at once, so that
 * its parts are of one time and no event that was published meanwhile is taken back.
 */
export async function describeStatus(engine: Engine, facts: StatusFacts): Promise<Status> {
  const { environments, receiver, store } = engine
  const [counts, lastArrivals, health] = await Promise.all([
    store.counts(),
    // An index that is damaged is made again meanwhile: everything else is still to be said.
    store.lastArrivals().catch(() => ({})),
    describeHealth(engine, Date.now()),
  ])
  const active = environments.active()
  const origin = originFor(engine, active)
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
    webhookConfig: webhookConfigView(active, origin),
    verification: engine.verifications.view(),
    counts: { ...counts, lastByEnvironment: timesOf(lastArrivals) },
    health,
    unseen: facts.unseen(),
    goLive: goLive(active, origin, engine.client.tokenFailure(active.id)),
    ...handshakeOf(active),
  }
}

function timesOf(lastArrivals: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(lastArrivals).map(([id, at]) => [id, new Date(at).toISOString()]))
}

/** The history is read when somebody looks at it; it does not belong into every status. */
function withoutHistory({ history: _history, ...tunnel }: Tunnel): Status['tunnel'] {
  return tunnel
}

function goLive(record: EnvironmentRecord, receiverOrigin: string, failure: TokenFailure | null): Status['goLive'] {
  const { applied } = record.webhookConfig
  const { proofs } = record
  if (record.kind === 'sender') return goLiveOfSender(record, receiverOrigin)
  const { drift } = webhookConfigView(record, receiverOrigin)
  const live = applied !== null && applied.enabled && drift.length === 0
  return {
    credentials: {
      done: proofs.token !== null && failure === null,
      detail: failure !== null ? refused(failure) : credentialsDetail(record),
    },
    receiver: { done: true, detail: `Listening on ${receiverOrigin}.` },
    webhookConfig: { done: live, detail: webhookConfigDetail(applied, drift) },
    notification: {
      done: proofs.notification !== null,
      detail: proofs.notification !== null ? 'Its signature is valid.' : 'None with a valid signature yet.',
    },
    followUp: {
      done: proofs.followUp !== null,
      detail:
        proofs.followUp !== null
          ? 'The service answered with it.'
          : 'None yet. It runs after each verified notification.',
    },
  }
}

/** Another sender needs its secret here and our address there; nothing is fetched from it. */
function goLiveOfSender({ proofs, sharedSecrets }: EnvironmentRecord, receiverOrigin: string): Status['goLive'] {
  const notNeeded = { done: true, detail: 'Not needed for this sender.' }
  return {
    credentials: {
      done: sharedSecrets.length > 0,
      detail: sharedSecrets.length > 0 ? 'Signatures are checked with it.' : 'Paste it under Access.',
    },
    receiver: { done: true, detail: `Listening on ${receiverOrigin}.` },
    webhookConfig: notNeeded,
    notification: {
      done: proofs.notification !== null,
      detail: proofs.notification !== null ? 'Its signature is valid.' : 'None with a valid signature yet.',
    },
    followUp: notNeeded,
  }
}

/** Whether the sender has checked the address. A verified notification says the same: the sender has accepted it. */
function handshakeOf(record: EnvironmentRecord): Pick<Status, 'handshake'> {
  const { proofs } = record
  const [first] = handshakesOn(record)
  if (first === undefined) return {}
  const done = proofs.handshake !== null || proofs.notification !== null
  const open =
    first.confirms === undefined ? 'Not seen yet. It is answered as soon as it arrives.' : 'Not confirmed yet.'
  const seen =
    proofs.handshake === null
      ? 'Notifications arrive, so it is not needed.'
      : first.confirms === undefined
        ? 'Answered as the sender expects.'
        : 'Confirmed.'
  return { handshake: { done, detail: done ? seen : open } }
}

function credentialsDetail({ kind, proofs }: EnvironmentRecord): string {
  if (proofs.token !== null) return 'The identity provider gave a token for them.'
  return kind === 'sandbox'
    ? "The sandbox's are built in; a test shows that they work."
    : 'Fill them in under Access and test them there.'
}

function refused({ why }: TokenFailure): string {
  const cause = callCause(why)
  return `Refused: ${/[.!?]$/.test(cause) ? cause : `${cause}.`} Correct them under Access.`
}

function webhookConfigDetail(applied: EnvironmentRecord['webhookConfig']['applied'], drift: readonly string[]): string {
  if (applied === null) return 'Not applied yet by this app.'
  if (!applied.enabled) return 'Applied, but disabled: nothing will arrive.'
  const [first] = drift
  return first ?? `Enabled for ${applied.webhookTypes.length} ${applied.webhookTypes.length === 1 ? 'type' : 'types'}.`
}
