import { webhookConfigView } from '../engine/environments/environmentView.ts'
import { receiverPath } from '../engine/environments/receiverPath.ts'
import type { EnvironmentRecord } from '../engine/environments/environmentRecord.ts'
import { describeHealth } from './describeHealth.ts'
import { originFor } from './originFor.ts'
import type { Engine } from '../engine/startEngine.ts'
import type { Status, Tunnel } from '../shared/wireTypes.ts'

export interface StatusFacts {
  version: string
  dataFolder: string
  secretStorage: string
}

/** The state of everything, as the top bar and `GET /status` show it. */
export async function describeStatus(engine: Engine, facts: StatusFacts): Promise<Status> {
  const { environments, receiver, store } = engine
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
    counts: await store.counts(),
    health: await describeHealth(engine, Date.now()),
    goLive: goLive(active, origin),
  }
}

/** The history is read when somebody looks at it; it does not belong into every status. */
function withoutHistory({ history: _history, ...tunnel }: Tunnel): Status['tunnel'] {
  return tunnel
}

function goLive(record: EnvironmentRecord, receiverOrigin: string): Status['goLive'] {
  const { applied } = record.webhookConfig
  const { proofs } = record
  const { drift } = webhookConfigView(record, receiverOrigin)
  const live = applied !== null && applied.enabled && drift.length === 0
  return {
    credentials: {
      done: proofs.token !== null,
      detail: proofs.token !== null ? 'A token was obtained.' : 'Fill in and test the credentials under Access.',
    },
    receiver: { done: true, detail: `Listening on ${receiverOrigin}.` },
    webhookConfig: { done: live, detail: webhookConfigDetail(applied, drift) },
    notification: {
      done: proofs.notification !== null,
      detail: proofs.notification !== null ? 'A notification was verified.' : 'No verified notification yet.',
    },
    followUp: {
      done: proofs.followUp !== null,
      detail: proofs.followUp !== null ? 'An object was fetched.' : 'No object fetched yet.',
    },
  }
}

function webhookConfigDetail(applied: EnvironmentRecord['webhookConfig']['applied'], drift: readonly string[]): string {
  if (applied === null) return 'Not applied yet by this app.'
  if (!applied.enabled) return 'Applied, but disabled: nothing will arrive.'
  const [first] = drift
  return first ?? `Enabled for ${applied.webhookTypes.length} ${applied.webhookTypes.length === 1 ? 'type' : 'types'}.`
}
