import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ApplyTools } from '../engine/actions/applyWebhookConfig.ts'
import { settleOnQuit } from '../engine/actions/settleOnQuit.ts'
import { createTurns } from '../engine/actions/createTurns.ts'
import { webhookConfigView } from '../engine/environments/environmentView.ts'
import type { SecretSeal } from '../engine/environments/secretSeal.ts'
import { type Engine, startEngine } from '../engine/startEngine.ts'
import { StoreCannotOpen } from '../engine/store/types.ts'
import { startSandbox } from '../sandbox/startSandbox.ts'
import type { Sandbox } from '../sandbox/types.ts'
import { applyEnvironmentVariables } from './applyEnvironmentVariables.ts'
import { buildRouter } from './buildRouter.ts'
import { pointAtSandbox } from './pointAtSandbox.ts'
import { coalesce } from './coalesce.ts'
import { describeStatus } from './describeStatus.ts'
import { watchTunnel } from './watchTunnel.ts'
import { openForwardings } from './openForwardings.ts'
import { openKeyFileKeeper } from './openKeyFileKeeper.ts'
import { openKeyringKeeper } from './openKeyringKeeper.ts'
import type { Keyring } from './systemKeyring.ts'
import { openReplays } from './openReplays.ts'
import { originFor } from './originFor.ts'
import { tunnelSettled } from './tunnelSettled.ts'
import type { Host, HostOptions, SecretKeeper } from './types.ts'

/** At most one status event in this time while only counts change, which they do with every delivery, ms. */
const statusPauseMs = 250
/** So long a service may take to be told that the app quits, ms. */
const quitMs = 3000

/**
 * Starts engine and sandbox and puts one router over them.
 * Throws StoreCannotOpen (locked, newer schema, unwritable, corrupt) or CannotListen; nothing stays open then.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  makeFolder(options.dataFolder)
  const log = options.log ?? (() => undefined)
  const keeper = options.keeper ?? (await openKeeper(options.dataFolder, options.keyring ?? null, log))
  const seal: SecretSeal = keeper
  const engine = await startEngine({ dataFolder: options.dataFolder, receiverPort: options.receiverPort, seal, log })
  const sandbox = await startSandbox({
    port: 0,
    stateFile: join(options.dataFolder, 'sandbox.json'),
    keeper,
    log,
  }).catch(async (error: unknown) => {
    await engine.stop()
    throw error
  })
  try {
    await pointAtSandbox(engine, sandbox)
    await applyEnvironmentVariables(engine.environments, options.environmentVariables ?? {})
  } catch (error) {
    await sandbox.stop()
    await engine.stop()
    throw error
  }
  // Only now every address and credential is that of this start.
  engine.followUps.begin()
  await engine.verifications.resume()

  const { version, dataFolder } = options
  const status = async () => describeStatus(engine, { version, dataFolder, secretStorage: keeper.description })
  const tools: ApplyTools = {
    environments: engine.environments,
    client: engine.client,
    seal,
    turns: createTurns(),
    originFor: (record) => originFor(engine, record),
    now: Date.now,
  }
  const stopAnnouncing = announce(engine, sandbox, status)
  const closedPorts = new Set([Number(new URL(sandbox.url).port)])
  const forwardings = openForwardings(engine, closedPorts, log)
  const replays = openReplays(engine, closedPorts)
  const stopWatching = watchTunnel(engine, tools, log)
  // In the background: a tunnel that cannot be opened holds up nothing, and its state says why.
  const resumed = options.resumeTunnel === false ? Promise.resolve() : engine.publicAccess.resume()
  resumed.catch((error: unknown) => {
    log('warn', `The tunnel of last time could not be opened again: ${String(error)}`)
  })

  return {
    router: buildRouter({ engine, sandbox, status, tools, replays }),
    dataFolder,
    receiverOrigin: engine.receiver.origin,
    status,
    tunnelProviders: engine.publicAccess.providers,
    openTunnel: engine.publicAccess.open,
    tunnelSettled: (patienceMs, persistent) => tunnelSettled(engine.publicAccess, patienceMs, persistent),
    subscribe: (after, listener) => engine.events.subscribe(after, listener),
    firstEvent: engine.events.first,
    forwardTo: forwardings.to,
    keepOff: (port) => void closedPorts.add(port),
    stop: async () => {
      stopAnnouncing()
      stopWatching()
      await atMost(quitMs, settleOnQuit(tools, log))
      // The sandbox goes after the follow-ups, which ask it, and before the store, which nobody needs then.
      await engine.quiesce()
      await forwardings.stop()
      await replays.stop()
      await sandbox.stop()
      await engine.stop()
    },
  }
}

/** Waits for work, but not longer than `ms`. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}

/**
 * Publishes what changed beside deliveries: environments, webhook-config, sandbox, and the status as a whole. A change of
 * the environment or the tunnel moves the receiver's address: there the whole status follows at once.
 */
function announce(engine: Engine, sandbox: Sandbox, status: Host['status']): () => void {
  const { environments, events, store } = engine
  const statusSoon = coalesce(statusPauseMs, async () => {
    events.publish([{ type: 'status', status: await status() }])
  })
  const stops = [
    statusSoon.stop,
    environments.onChange((record) => {
      events.publish([
        { type: 'environments', environments: environments.all().map(environments.view) },
        {
          type: 'webhook-config',
          environmentId: record.id,
          webhookConfig: webhookConfigView(record, originFor(engine, record)),
        },
      ])
      statusSoon.runNow()
    }),
    store.onIndexed(() => statusSoon.run()),
    store.onVerdicts(() => statusSoon.run()),
    engine.publicAccess.onChange(() => statusSoon.runNow()),
    engine.client.onToken(() => statusSoon.run()),
    store.onHealth(() => statusSoon.run()),
    sandbox.onChange(() => events.publish([{ type: 'sandbox', at: new Date().toISOString() }])),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

async function openKeeper(
  folder: string,
  keyring: Keyring | null,
  log: NonNullable<HostOptions['log']>,
): Promise<SecretKeeper> {
  try {
    return (await openKeyringKeeper(folder, keyring)) ?? openKeyFileKeeper(folder, (message) => log('warn', message))
  } catch (error) {
    if (error instanceof StoreCannotOpen) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreCannotOpen(
      'unwritable',
      `The key of stored secrets in ${folder} can be neither read nor made: ${reason}. Mend its rights, or choose another folder with --data.`,
    )
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreCannotOpen(
      'unwritable',
      `The data folder ${folder} cannot be made: ${reason}. Choose another one with --data.`,
    )
  }
}
