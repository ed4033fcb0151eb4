import { onTestFinished } from 'vitest'
import { openEnvironments } from '../../src/engine/environments/openEnvironments.ts'
import type { RetryRules } from '../../src/engine/jobs/planRetry.ts'
import { JobCreation } from '../../src/engine/jobs/jobCreation.ts'
import { type FollowUpsOptions, startFollowUps } from '../../src/engine/jobs/followUps.ts'
import { startOutbound } from '../../src/engine/outbound/startOutbound.ts'
import { startServiceClient } from '../../src/engine/service/startServiceClient.ts'
import { openStore } from '../../src/engine/store/openStore.ts'
import type { DeliverySummary, FollowUp } from '../../src/shared/model.ts'
import { json, type ScriptedServer, startScriptedServer } from '../build/startScriptedServer.ts'
import { type Changes, delivery, nextIndexed, notification, temporaryFolder } from '../store/build.ts'

/** Retries as in production, only a thousand times faster. */
export const quickRules: RetryRules = {
  pauses: [2, 6, 18, 54],
  soonPauses: [1, 2, 4],
  longestPause: 300,
  spread: () => 0.5,
}

const noRules = { jobsFor: async () => [], created: () => undefined }

export interface TestOptions {
  folder?: string
  rules?: RetryRules
  /** For one try, ms. */
  deadlineMs?: number
  mayFollow?: FollowUpsOptions['mayFollow']
  /** The environment of an earlier start in the same folder. */
  environmentId?: string
  /** Where tokens are to be had, when not at the service. */
  authUrl?: string
  baseUrl?: string
  /** Empty for an environment without credentials. */
  password?: string
}

/** A service that gives tokens, and objects as the test says. */
export async function startTestService(answer: ScriptedServer['answer']): Promise<ScriptedServer> {
  const service = await startScriptedServer((request, response) => {
    if (request.path === '/oauth/token') json(response, 200, { access_token: `token-${service.seen.length}` })
    else answer(request, response)
  })
  onTestFinished(async () => service.stop())
  return service
}

export type TestFollowUps = Awaited<ReturnType<typeof startTestFollowUps>>

/** The follow-ups with a real store, a real client and one environment at a service; only the receiver is left out. */
export async function startTestFollowUps(service: ScriptedServer, options: TestOptions = {}) {
  const folder = options.folder ?? temporaryFolder()
  const store = await openStore({ folder })
  const outbound = startOutbound()
  const seal = {
    seal: (text: string) => text,
    unseal: (sealed: string) => sealed,
    fingerprint: (text: string) => `keyed ${text}`,
  }
  const environments = await openEnvironments(store, seal, Date.now, () => undefined)
  const settings = {
    authUrl: options.authUrl ?? service.url,
    baseUrl: options.baseUrl ?? service.url,
    clientId: 'client',
    audience: 'audience',
    username: 'master@example.com',
    password: options.password ?? 'the password',
  }
  const environment =
    options.environmentId === undefined
      ? await environments.create({ name: 'Test', ...settings })
      : await environments.update(options.environmentId, settings)

  const told: { deliveryId: string; followUp: FollowUp }[] = []
  const listeners = new Set<() => void>()
  const followUps = startFollowUps({
    store,
    environments,
    client: startServiceClient(outbound, Date.now, options.deadlineMs),
    now: Date.now,
    log: () => undefined,
    created: async () => jobs.settled(),
    cancel: async () => outbound.close(),
    onFollowUp: ({ deliveryId }, followUp) => {
      told.push({ deliveryId, followUp })
      for (const listener of listeners) listener()
    },
    onAttempt: () => undefined,
    rules: options.rules ?? quickRules,
    ...(options.mayFollow === undefined ? {} : { mayFollow: options.mayFollow }),
  })
  const jobs = new JobCreation({ store, followUps, forwardRules: noRules, onProblem: () => undefined })
  store.onIndexed((batch) => jobs.take(batch, true))
  jobs.begin()
  followUps.begin()

  let stopped: Promise<void> | undefined
  const stop = async () =>
    (stopped ??= jobs.stop().then(async () => {
      await followUps.stop()
      await store.close()
      await outbound.close()
    }))
  onTestFinished(stop)

  /** Resolves with the first state of a delivery that fits; earlier states count, too. */
  async function until(deliveryId: string, fits: (followUp: FollowUp) => boolean): Promise<FollowUp> {
    return new Promise((resolve) => {
      const look = () => {
        const found = told.find((entry) => entry.deliveryId === deliveryId && fits(entry.followUp))
        if (found === undefined) return
        listeners.delete(look)
        resolve(found.followUp)
      }
      listeners.add(look)
      look()
    })
  }

  /** Resolves when `count` follow-ups have ended. */
  async function allEnded(count: number): Promise<void> {
    const ended = () =>
      new Set(told.filter(({ followUp }) => hasEnded(followUp)).map(({ deliveryId }) => deliveryId)).size
    return new Promise((resolve) => {
      const look = () => {
        if (ended() < count) return
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      look()
    })
  }

  return {
    folder,
    store,
    environments,
    environment,
    followUps,
    told,
    stop,
    until,
    allEnded,
    /** Keeps a delivery of a notification; resolves with its summary once it is indexed. */
    receive: async (fields: Record<string, unknown> = {}, changes: Changes = {}): Promise<DeliverySummary> => {
      const indexed = nextIndexed(store, 1)
      await store.append(delivery(notification(fields), { environmentId: environment.id, ...changes }))
      const [summary] = await indexed
      if (summary === undefined) throw new Error('Nothing was indexed.')
      return summary
    },
    ended: async (deliveryId: string) => until(deliveryId, hasEnded),
    /** It failed, and waits to be tried again. */
    waitsAgain: async (deliveryId: string) =>
      until(deliveryId, ({ state, reason }) => state === 'waiting' && reason !== null),
  }
}

function hasEnded({ state }: FollowUp): boolean {
  return state === 'done' || state === 'failed' || state === 'skipped'
}

/** The objects that a service was asked for. */
export function gets(service: ScriptedServer): string[] {
  return service.seen.filter(({ method }) => method === 'GET').map(({ path }) => path)
}
