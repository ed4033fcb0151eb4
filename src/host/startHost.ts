import { join } from 'node:path'
import type { ApplyTools } from '../engine/actions/webhookConfig/applyWebhookConfig.ts'
import { settleOnQuit } from '../engine/actions/webhookConfig/settleOnQuit.ts'
import { createKeyedQueues } from '../shared/basics/queues.ts'
import { webhookConfigView } from '../engine/environments/environmentView.ts'
import { trustedAuthorities } from '../engine/outbound/authorities.ts'
import { proxyFromVariables } from '../engine/outbound/proxies.ts'
import type { SecretSeal } from '../engine/environments/secretSeal.ts'
import { type Engine, startEngine } from '../engine/startEngine.ts'
import { startSandbox } from '../sandbox/startSandbox.ts'
import { applyEnvironmentVariables } from './startup/applyEnvironmentVariables.ts'
import { buildRouter } from './router/buildRouter.ts'
import { plainShell } from './shells/plainShell.ts'
import { coalesce } from './status/coalesce.ts'
import { isRealTime } from '../sandbox/sandboxClock.ts'
import { describeStatus } from './status/describeStatus.ts'
import { watchTunnel } from './startup/watchTunnel.ts'
import { openOutgoing } from './outgoing/openOutgoing.ts'
import { makeDataFolder } from './files/dataFolder.ts'
import { openKeeper } from './keys/openKeeper.ts'
import { openScenarios } from './scenarios/openScenarios.ts'
import { openCases } from './cases/openCases.ts'
import { originFor } from './startup/originFor.ts'
import { createStorageKeeper } from './storage/storageKeeper.ts'
import { tunnelSettled } from './startup/tunnelAtStart.ts'
import { openUnseen, type UnseenFailures } from './unseen/openUnseen.ts'
import type { SecretKeeper } from './keys/aesKeeper.ts'
import type { Host, HostOptions } from './shells/types.ts'
import type { Sandbox } from '../sandbox/types.ts'

/** Interval between status events while only counts change, which happens with every delivery, ms. */
const statusPauseMs = 250
/** Timeout for the last update of the services when the app quits, ms. */
const quitMs = 3000

/**
 * Starts the engine and the sandbox, and builds the router for both.
 * Throws StoreCannotOpen (locked, newer schema, unwritable, corrupt, unsafe), KeyUnavailable or CannotListen, and leaves nothing open.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const log = options.log ?? (() => undefined)
  makeDataFolder(options.dataFolder, (message) => log('warn', message))
  const keyring = options.keyring ?? { keyring: null, why: 'off' }
  const keeper = await openKeeper(options.dataFolder, keyring, (message) => log('warn', message))
  const seal: SecretSeal = keeper
  const variables = options.environmentVariables ?? {}
  const closedPorts = new Set<number>()
  const engine = await startEngine({
    closedPorts,
    dataFolder: options.dataFolder,
    receiverPort: options.receiverPort,
    receiverHost: options.receiverHost,
    atRest: options.atRest,
    tunnelTiming: options.tunnelTiming,
    seal,
    log,
    network: {
      findProxy: options.findProxy ?? (async (url) => proxyFromVariables(url, variables)),
      authorities: () => trustedAuthorities(variables, (message) => log('warn', message)),
    },
  })
  const { sandbox, unseen } = await startBeside(engine, keeper, options, log)
  closedPorts.add(Number(new URL(sandbox.url).port))
  engine.contracts.offerSandbox(() => JSON.stringify(sandbox.describe()))
  if (options.atRest !== true) {
    // Not earlier: until here, addresses and credentials may be those of the previous run.
    engine.beginJobs()
    await engine.verifications.resume()
    engine.contracts.begin().catch((error: unknown) => log('warn', `Contracts could not be read: ${String(error)}`))
  }

  const { version, dataFolder } = options
  const facts = { version, dataFolder, secretStorage: keeper.description, unseen: unseen.view, clock: sandbox.clock }
  const status = async () => describeStatus(engine, facts)
  const tools: ApplyTools = {
    environments: engine.environments,
    client: engine.client,
    seal,
    turns: createKeyedQueues(),
    originFor: (record) => originFor(engine, record),
    now: Date.now,
  }
  const stopAnnouncing = announce(engine, sandbox, unseen, status)
  const outgoing = await openOutgoing({ engine, sandbox }, options, closedPorts, log)
  const ownScenarios = options.environmentVariables?.['HOOKSCOPE_SCENARIOS'] || join(dataFolder, 'scenarios')
  const scenarios = await openScenarios(
    { engine, sandbox, tools, log, ...outgoing.sending },
    ownScenarios,
    options.atRest === true,
  )
  const stopWatching = watchTunnel(engine, tools, log)
  const cases = await openCases(engine, options, log)
  const services = { ...outgoing, scenarios, unseen, cases }
  const storage = createStorageKeeper({ engine, dataFolder, version, now: Date.now })
  if (options.resumeTunnel !== false && options.atRest !== true) resumeTunnel(engine, log)

  return {
    router: buildRouter({ engine, sandbox, status, tools, ...services, storage, shell: options.shell ?? plainShell() }),
    dataFolder,
    receiverOrigin: engine.receiver.origin,
    status,
    tunnelProviders: engine.publicAccess.providers,
    openTunnel: async (input) => engine.publicAccess.open(input, 'command-line'),
    tunnelSettled: (timeoutMs, persistent) => tunnelSettled(engine.publicAccess, timeoutMs, persistent),
    subscribe: (after, listener) => engine.events.subscribe(after, listener),
    newestAtStart: engine.newestAtStart,
    keepOff: (port) => void closedPorts.add(port),
    stop: async () => {
      stopAnnouncing()
      stopWatching()
      // First: what it puts back is asked of the sandbox, too.
      await scenarios.stop()
      if (options.atRest !== true) await atMost(quitMs, settleOnQuit(tools, log))
      // The sandbox stops after the follow-ups, which call it, and before the store.
      await engine.quiesce()
      await outgoing.stop()
      await cases.stop()
      await sandbox.stop()
      await unseen.stop()
      await engine.stop()
    },
  }
}

/** Reopens the tunnel in the background. A failure does not block the start; the tunnel's state has the reason. */
function resumeTunnel({ publicAccess }: Engine, log: NonNullable<HostOptions['log']>): void {
  publicAccess.resume().catch((error: unknown) => {
    log('warn', `The tunnel of last time could not be opened again: ${String(error)}`)
  })
}

/** Starts the sandbox and the unseen failures. Stops the engine too when one of them cannot start. */
async function startBeside(
  engine: Engine,
  keeper: SecretKeeper,
  { dataFolder, environmentVariables = {}, atRest = false }: HostOptions,
  log: NonNullable<HostOptions['log']>,
): Promise<{ sandbox: Sandbox; unseen: UnseenFailures }> {
  let sandbox: Sandbox | undefined
  try {
    sandbox = await startSandbox({
      port: 0,
      stateFile: join(dataFolder, 'sandbox.json'),
      embedded: { mayReceive: (url) => isOurReceiver(engine, url) },
      keeper,
      log,
      atRest,
    })
    if (!atRest) {
      await pointAtSandbox(engine, sandbox)
      await applyEnvironmentVariables(engine.environments, environmentVariables)
    }
    return { sandbox, unseen: await openUnseen(engine, (message) => log('warn', message)) }
  } catch (error) {
    await sandbox?.stop()
    await engine.stop()
    throw error
  }
}

/** Waits for work, for at most `ms`. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}

/** Whether an address is the receiver's, local or through the tunnel. */
function isOurReceiver({ receiver, publicAccess }: Engine, { origin }: URL): boolean {
  return [receiver.origin, `http://localhost:${receiver.port}`, publicAccess.origin()].includes(origin)
}

/**
 * Publishes all changes except deliveries: environments, webhook-config, sandbox and status. A change of an environment or
 * the tunnel can change the receiver's address, so the status is published immediately.
 */
function announce(engine: Engine, sandbox: Sandbox, unseen: UnseenFailures, status: Host['status']): () => void {
  const { environments, events, store } = engine
  const statusSoon = coalesce(statusPauseMs, async () => {
    events.publish([{ type: 'status', status: await status() }])
  })
  const stops = [
    statusSoon.stop,
    environments.onChange((changed) => {
      const [record] = changed
      events.publish([
        { type: 'environments', environments: environments.all().map(environments.view) },
        // Several changed at once: an import, so no page shows their webhook-config yet.
        ...(record === undefined || changed.length > 1
          ? []
          : [
              {
                type: 'webhook-config' as const,
                environmentId: record.id,
                webhookConfig: webhookConfigView(record, environments.lastUse, originFor(engine, record)),
              },
            ]),
      ])
      statusSoon.runNow()
    }),
    store.onIndexed(() => statusSoon.run()),
    store.onVerdicts(() => statusSoon.run()),
    engine.publicAccess.onChange(() => statusSoon.runNow()),
    engine.client.onToken(() => statusSoon.run()),
    store.onHealth(() => statusSoon.run()),
    unseen.onChange(() => statusSoon.run()),
    engine.responses.onChange(() => statusSoon.runNow()),
    // The status counts pending, failed and skipped follow-ups, and what forwarding rules have given up.
    events.subscribe(events.last(), (batch) => {
      const isCounted = ({ event }: (typeof batch)[number]) =>
        event.type === 'forwarding' || (event.type === 'follow-up' && event.followUp.state !== 'running')
      if (batch.some(isCounted)) statusSoon.run()
    }).stop,
    sandbox.clock.onChange((movedMs) => {
      // A token of the future would outlive the clock that it came from, and the real time has tokens of its own.
      if (movedMs < 0 || isRealTime(sandbox.clock)) engine.client.forgetTokens('sandbox')
      else engine.client.clockJumped('sandbox')
      statusSoon.runNow()
    }),
    sandbox.onChange(() => events.publish([{ type: 'sandbox', at: new Date().toISOString() }])),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Points the sandbox environment at the built-in sandbox, through the same settings that the user fills in for a real
 * service: its port differs from start to start.
 */
export async function pointAtSandbox(engine: Engine, sandbox: Sandbox): Promise<void> {
  const { authUrl, baseUrl, clientId, audience, username, password } = sandbox.credentials
  await engine.environments.update('sandbox', { authUrl, baseUrl, clientId, audience, username, password })
}
