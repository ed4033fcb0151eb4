import type { CapturedRequest } from '../shared/model.ts'
import { isGenuine } from '../shared/model.ts'
import type { HookscopeEvent } from '../shared/wireTypes.ts'
import { type Environments, openEnvironments, type SecretSeal } from './environments/openEnvironments.ts'
import { attemptView } from './attemptView.ts'
import { type EventLog, startEventLog } from './events/startEventLog.ts'
import { type FollowUps, startFollowUps } from './followUps/startFollowUps.ts'
import { startOutbound } from './outbound/startOutbound.ts'
import { openReceiver } from './openReceiver.ts'
import type { Answer, Receiver, Refusal } from './receiver/types.ts'
import { type ServiceClient, startServiceClient } from './service/startServiceClient.ts'
import { verifySignature } from './signature/verifySignature.ts'
import { openStore } from './store/openStore.ts'
import { type Store, StoreUnavailable } from './store/types.ts'

export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void

export interface EngineOptions {
  dataFolder: string
  /** Undefined: the port of last time, else any free one. */
  receiverPort?: number | undefined
  seal: SecretSeal
  log: Log
}

/** The inspector: receives, keeps, verifies, fetches. Its parts are open to the host; nothing here knows a shell. */
export interface Engine {
  store: Store
  environments: Environments
  client: ServiceClient
  followUps: FollowUps
  events: EventLog
  receiver: Receiver
  /** Requests for no known path since the start. */
  strays(): number
  /** Stops receiving and fetching. The store stays open, so that others can finish too; call `stop` after. */
  quiesce(): Promise<void>
  /** Commits and closes everything. */
  stop(): Promise<void>
}

/** Starts all rooms in order and wires them. Throws StoreCannotOpen or ReceiverCannotListen. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log } = options
  const now = () => Date.now()
  const store = await openStore({ folder: options.dataFolder, log })
  const outbound = startOutbound()
  try {
    const environments = await openEnvironments(store, options.seal, now, (message) => log('warn', message))
    const client = startServiceClient(outbound, now)
    const events = startEventLog()
    const followUps = startFollowUps({
      store,
      environments,
      client,
      now,
      log,
      cancel: async () => outbound.close(),
      onFollowUp: (target, followUp) => {
        events.publish([{ type: 'follow-up', deliveryId: target.deliveryId, followUp }])
        if (followUp.state === 'done') noteProof(environments, target.environmentId, 'followUp', now(), log)
      },
      onAttempt: (attempt) => {
        const { id, kind, status } = attemptView(attempt)
        events.publish([{ type: 'attempt', deliveryId: attempt.deliveryId, attemptId: id, kind, status }])
      },
    })
    store.onIndexed((batch) => {
      events.publish(batch.map((delivery): HookscopeEvent => ({ type: 'delivery', delivery })))
      followUps.take(batch)
      const verified = new Set(batch.filter(isGenuine).map((entry) => entry.environmentId))
      for (const id of verified) noteProof(environments, id, 'notification', now(), log)
    })

    let strays = 0
    const receiver = await openReceiver(store, options.receiverPort, {
      host: '127.0.0.1',
      route: (target) => environments.route(target),
      onRequest: async (request, environmentId, refusal) => keep(store, environments, request, environmentId, refusal),
      onStray: () => {
        strays += 1
      },
    })
    let quiet: Promise<void> | undefined
    const quiesce = async () => (quiet ??= receiver.stop().then(followUps.stop))
    return {
      store,
      environments,
      client,
      followUps,
      events,
      receiver,
      strays: () => strays,
      quiesce,
      stop: async () => {
        await quiesce()
        await store.close()
        await outbound.close()
      },
    }
  } catch (error) {
    await Promise.allSettled([store.close(), outbound.close()])
    throw error
  }
}

/** Verify, commit, answer: nothing else stands between a sender and its 200. */
async function keep(
  store: Store,
  environments: Environments,
  request: CapturedRequest,
  environmentId: string,
  refusal: Refusal,
): Promise<Answer> {
  const verifier = environments.verifier(environmentId)
  // Its environment was deleted while the request was on its way: told to come again, it will find no one.
  if (verifier === undefined) return unavailable
  const { verdict, secretId } = verifySignature(request, verifier.scheme, verifier.secrets)
  const answer = answerFor(refusal)
  try {
    const id = await store.append({ environmentId, request, verdict, secretId, answeredStatus: answer.status })
    store.noteAnswered(id, Date.now())
    return answer
  } catch (error) {
    if (error instanceof StoreUnavailable) return unavailable
    throw error
  }
}

const unavailable: Answer = { status: 503, headers: { 'Retry-After': '5' } }

function answerFor(refusal: Refusal): Answer {
  if (refusal === 405) return { status: 405, headers: { Allow: 'POST' } }
  return { status: refusal ?? 200 }
}

/** Ticks of the checklist: the first verified notification, the first follow-up of each environment. */
function noteProof(
  environments: Environments,
  id: string,
  what: 'notification' | 'followUp',
  at: number,
  log: Log,
): void {
  if (environments.get(id)?.proofs[what] !== null) return
  environments
    .change(id, (record) => ({ ...record, proofs: { ...record.proofs, [what]: record.proofs[what] ?? at } }))
    .catch((error: unknown) => log('warn', 'a first success could not be noted', { what, error: String(error) }))
}
