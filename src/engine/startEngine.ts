import { type DeliverySummary, isGenuine, isVerified, type Verdict } from '../shared/model.ts'
import type { HookscopeEvent } from '../shared/wireTypes.ts'
import type { EnvironmentRecord } from './environments/environmentRecord.ts'
import { type Contracts, startContracts } from './contracts/startContracts.ts'
import { type Environments, openEnvironments } from './environments/openEnvironments.ts'
import type { SecretSeal } from './environments/secretSeal.ts'
import { replaceDatabase } from './upkeep/replaceDatabase.ts'
import { startRetention } from './retention/startRetention.ts'
import { watchRotations } from './environments/watchRotations.ts'
import { type EventLog, startEventLog } from './events/startEventLog.ts'
import { type Explainer, startExplainer } from './explaining/startExplainer.ts'
import { openHopId } from './forwarding/forwardOne.ts'
import { JobCreation } from './jobs/jobCreation.ts'
import { type FollowUps, startFollowUps } from './jobs/followUps.ts'
import { type ForwardRules, startForwardRules } from './jobs/forwardRules.ts'
import { type Outbound, type OutboundOptions, startOutbound } from './outbound/startOutbound.ts'
import { openReception, type Reception } from './openReception.ts'
import { type ServiceClient, startServiceClient } from './service/startServiceClient.ts'
import { openStore } from './store/openStore.ts'
import { matchesRequest } from './responses/matchesRequest.ts'
import { meaningOf } from './store/index/meanings.ts'
import { startVerification, type Verifications, onVerifierChange } from './verification/startVerification.ts'
import type { Store } from './store/store.ts'
import { type Drift, startDrift } from './drift/startDrift.ts'
import { secretsToHide } from './environments/secretsToHide.ts'
import type { TunnelTiming } from './tunnel/types.ts'

export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void

export interface EngineOptions {
  dataFolder: string
  /** Undefined: the port of last time, else any free one. */
  receiverPort?: number | undefined
  /** The address that the receiver listens on. Default: 127.0.0.1. */
  receiverHost?: string | undefined
  /** Opens no port: nothing is received. Default: false. */
  atRest?: boolean | undefined
  /** Default: see defaultTiming. */
  tunnelTiming?: Partial<TunnelTiming> | undefined
  seal: SecretSeal
  log: Log
  /** Our ports, apart from the receiver's, which nothing is forwarded to; more may come. */
  closedPorts?: ReadonlySet<number> | undefined
  /** How requests to a service leave this machine. Default: directly, trusting Node's own authorities. */
  network?: Pick<OutboundOptions, 'findProxy' | 'authorities'> | undefined
}

/** The inspector: receives, keeps, verifies, fetches. Its parts are open to the host; nothing here knows a shell. */
export interface Engine extends Reception {
  store: Store
  environments: Environments
  client: ServiceClient
  outbound: Outbound
  followUps: FollowUps
  /** Starts to fetch and to forward. Call it when every address and credential is set. */
  beginJobs(): void
  forwardRules: ForwardRules
  explainer: Explainer
  contracts: Contracts
  verifications: Verifications
  drift: Drift
  events: EventLog
  /** Id of the newest delivery before anything was received; "0": there was none. */
  newestAtStart: string
  /** Stops receiving and fetching. The store stays open, so that others can finish too; call `stop` after. */
  quiesce(): Promise<void>
  /** Commits and closes everything. */
  stop(): Promise<void>
}

/** An unproven delivery is followed up only where the user wants that, and never with the key for another sender's API. */
function mayFollow(record: EnvironmentRecord | undefined, verdict: Verdict): boolean {
  if (record?.kind === 'sender') return isVerified(verdict) && record.password !== null
  return isVerified(verdict) || record?.followUnverified === true
}

/** Starts all rooms in order and wires them. Throws StoreCannotOpen or CannotListen. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log } = options
  const now = () => Date.now()
  const store = await openData(options)
  const outbound = startOutbound(options.network)
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
      mayFollow: (id, { verdict }) => mayFollow(environments.get(id), verdict),
      created: async () => jobs.settled(),
      cancel: async () => outbound.close(),
      onFollowUp: (target, followUp, headline) => {
        events.publish([{ type: 'follow-up', deliveryId: target.deliveryId, followUp, headline }])
        if (followUp.state === 'done') noteProof(environments, target.environmentId, 'followUp', now(), log)
      },
      onAttempt: ({ id, deliveryId, kind, status }) => {
        events.publish([{ type: 'attempt', deliveryId, attemptId: id, kind, status }])
      },
    })
    const drift = openDrift(options, store, environments, events)
    const explainer = startExplainer((level, message) => log(level, message))
    const contracts = startContracts({ store, environments, log: (level, message) => log(level, message) })
    const verifications = startVerification({
      store,
      environments,
      now,
      onProgress: (verification) => events.publish([{ type: 'verification', verification }]),
    })
    const { stop: stopRotations } = watchRotations(environments, now, (level, message) => log(level, message))
    onVerifierChange(environments, () => verifications.start())
    publishStored(store, events, (batch) => noteProofs(environments, batch, now(), log))
    const stops = [stopRotations, keepLimits(options, store, environments, events)]

    const [newest] = (await store.list({ limit: 1 })).items
    const reception = await openReception({ ...options, store, environments, outbound, now })
    const forwardRules = await openForwardRules(options, { store, environments, events, reception })
    const jobs = createJobs(store, followUps, forwardRules, log)
    let quiet: Promise<void> | undefined
    const quiesce = async () =>
      (quiet ??= stopComing({ ...reception, forwardRules, jobs, followUps, verifications, drift }))
    return {
      store,
      environments,
      client,
      outbound,
      ...reception,
      followUps,
      beginJobs: () => [jobs, followUps, forwardRules].forEach((part) => part.begin()),
      forwardRules,
      explainer,
      contracts,
      verifications,
      drift,
      events,
      newestAtStart: newest?.id ?? '0',
      quiesce,
      stop: async () => {
        await quiesce()
        for (const stop of stops) stop()
        await explainer.stop()
        await contracts.stop()
        await environments.stop()
        await store.close()
        await outbound.close()
      },
    }
  } catch (error) {
    await Promise.allSettled([store.close(), outbound.close()])
    throw error
  }
}

/** Publishes what the store has indexed, judged and deleted. `onProven` is called with what was indexed or judged. */
function publishStored(store: Store, events: EventLog, onProven: (batch: DeliverySummary[]) => void): void {
  const publish = (type: 'delivery' | 'verdict') => (batch: DeliverySummary[]) =>
    events.publish(batch.map((delivery): HookscopeEvent => ({ type, delivery })))
  const take = (type: 'delivery' | 'verdict') => (batch: DeliverySummary[]) => {
    publish(type)(batch)
    onProven(batch)
  }
  store.onDeletion((event) => events.publish([{ type: 'deletion', ...event }]))
  store.onVerdicts(take('verdict'))
  // Old news: it is shown, and nothing is fetched again for it.
  store.onFirsts(publish('verdict'))
  store.onIndexed(take('delivery'))
}

/** Gives deliveries their jobs from now on; those that came before get them when it begins. */
function createJobs(store: Store, followUps: FollowUps, forwardRules: ForwardRules, log: Log): JobCreation {
  const jobs = new JobCreation({
    store,
    followUps,
    forwardRules,
    onProblem: (error) => log('warn', 'jobs of new deliveries could not be added yet', { error: String(error) }),
  })
  store.onVerdicts((batch) => jobs.take(batch, false))
  store.onIndexed((batch) => jobs.take(batch, true))
  return jobs
}

/** The forwarding rules, which go with their environment. */
async function openForwardRules(
  { closedPorts = new Set(), log }: EngineOptions,
  {
    store,
    environments,
    events,
    reception,
  }: Pick<Engine, 'store' | 'environments' | 'events'> & { reception: Reception },
): Promise<ForwardRules> {
  const { receiver, publicAccess, appAnswers } = reception
  const hopId = await openHopId(store)
  const ours = { ports: () => [receiver.port, ...closedPorts], publicOrigin: () => publicAccess.origin() }
  const forwardRules = await startForwardRules({ store, events, ours, hopId, log })
  appAnswers.use(({ environmentId, request, verdict }) => {
    const record = environments.get(environmentId)
    const meaning = () => (record === undefined ? null : meaningOf(record))
    return forwardRules.planAnswer(environmentId, matchesRequest(environmentId, request, verdict, meaning))
  })
  environments.onChange((changed) => {
    for (const { id } of changed.filter((record) => environments.get(record.id) === undefined)) {
      forwardRules.forget(id).catch((error: unknown) => {
        log('warn', 'forwarding rules could not be removed', { error: String(error) })
      })
    }
  })
  return forwardRules
}

/** Opens the data, after what was laid ready to take its place did so. */
async function openData({ dataFolder: folder, log }: EngineOptions): Promise<Store> {
  return openStore({
    folder,
    log,
    beforeOpen: () => {
      const replaced = replaceDatabase(folder)
      if (replaced === null) return
      log('info', `The data is now that of ${replaced.from}. What was there before is in ${replaced.aside}.`)
    },
  })
}

/** Compares what comes with the shape of its type; a command that only looks at the folder compares when it is asked. */
function openDrift({ log, atRest }: EngineOptions, store: Store, environments: Environments, events: EventLog): Drift {
  const onProblem = (error: unknown) =>
    log('warn', 'deliveries could not be compared with their shape yet', { error: String(error) })
  const hidden = () => secretsToHide({ environments }).pointers
  const drift = startDrift({ store, events, hidden, now: () => Date.now(), onProblem })
  if (atRest !== true) {
    events.subscribe(null, (batch) => {
      if (batch.some(({ event }) => event.type === 'delivery' || event.type === 'attempt')) drift.wake()
    })
    drift.wake()
  }
  return drift
}

/** A command that only looks at the folder removes nothing from it. Returns how to stop. */
function keepLimits(
  { atRest, log }: EngineOptions,
  store: Store,
  environments: Environments,
  events: EventLog,
): () => void {
  if (atRest === true) return () => undefined
  return startRetention({
    store,
    environments,
    log,
    onRemoved: (ids) => events.publish([{ type: 'deletion', deletion: 'retention', state: 'removed', ids }]),
  })
}

/** The tunnel first: what is on its way is finished, and nothing new starts. It need not wait for delayed answers. */
async function stopComing({
  receiver,
  publicAccess,
  responses,
  jobs,
  followUps,
  forwardRules,
  verifications,
  drift,
}: Pick<
  Engine,
  'receiver' | 'publicAccess' | 'responses' | 'followUps' | 'forwardRules' | 'verifications' | 'drift'
> & {
  jobs: JobCreation
}): Promise<void> {
  receiver.hurry()
  await publicAccess.stop()
  await receiver.stop()
  responses.stop()
  await jobs.stop()
  await followUps.stop()
  await forwardRules.stop()
  await verifications.stop()
  await drift.stop()
}

/** Notes what a batch of deliveries proves to work, once for each environment. */
function noteProofs(environments: Environments, batch: readonly DeliverySummary[], at: number, log: Log): void {
  const answered = batch.filter(({ handshakeOutcome }) => handshakeOutcome === 'answered')
  const idsOf = (deliveries: readonly DeliverySummary[]) => new Set(deliveries.map((entry) => entry.environmentId))
  for (const id of idsOf(batch.filter(isGenuine))) noteProof(environments, id, 'notification', at, log)
  for (const id of idsOf(answered)) noteProof(environments, id, 'handshake', at, log)
}

/** Ticks of the checklist: the first verified notification, the first follow-up of each environment. */
function noteProof(
  environments: Environments,
  id: string,
  what: 'notification' | 'followUp' | 'handshake',
  at: number,
  log: Log,
): void {
  if (environments.get(id)?.proofs[what] !== null) return
  environments
    .change(id, (record) => ({ ...record, proofs: { ...record.proofs, [what]: record.proofs[what] ?? at } }))
    .catch((error: unknown) => log('warn', 'a first success could not be noted', { what, error: String(error) }))
}
