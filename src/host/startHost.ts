import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ApplyTools } from '../engine/actions/applyWebhookConfig.ts'
import { createTurns } from '../engine/actions/createTurns.ts'
import { environmentView, webhookConfigView } from '../engine/environments/environmentView.ts'
import type { SecretSeal } from '../engine/environments/openEnvironments.ts'
import { type Engine, startEngine } from '../engine/startEngine.ts'
import { StoreCannotOpen } from '../engine/store/types.ts'
import { startSandbox } from '../sandbox/startSandbox.ts'
import type { Sandbox } from '../sandbox/types.ts'
import { applyEnvironmentVariables } from './applyEnvironmentVariables.ts'
import { buildRouter } from './buildRouter.ts'
import { pointAtSandbox } from './pointAtSandbox.ts'
import { coalesce } from './coalesce.ts'
import { describeStatus } from './describeStatus.ts'
import { openKeyFileKeeper } from './openKeyFileKeeper.ts'
import type { Host, HostOptions, SecretKeeper } from './types.ts'

/** At most one status event in this time, ms: counts change with every delivery. */
const statusPauseMs = 250

/**
 * Starts engine and sandbox and puts one router over them.
 * Throws StoreCannotOpen (locked, newer schema, unwritable, corrupt) or ReceiverCannotListen; nothing stays open then.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  makeFolder(options.dataFolder)
  const keeper = options.keeper ?? openKeeper(options.dataFolder)
  const seal: SecretSeal = keeper
  const log = options.log ?? (() => undefined)
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

  const { version, dataFolder } = options
  const status = async () => describeStatus(engine, { version, dataFolder, secretStorage: keeper.description })
  const tools: ApplyTools = {
    environments: engine.environments,
    client: engine.client,
    seal,
    turns: createTurns(),
    receiverOrigin: engine.receiver.origin,
    now: Date.now,
  }
  const stopAnnouncing = announce(engine, sandbox, status)

  return {
    router: buildRouter({ engine, sandbox, status, tools }),
    dataFolder,
    receiverOrigin: engine.receiver.origin,
    status,
    subscribe: (after, listener) => engine.events.subscribe(after, listener),
    stop: async () => {
      stopAnnouncing()
      // The sandbox goes after the follow-ups, which ask it, and before the store, which nobody needs then.
      await engine.quiesce()
      await sandbox.stop()
      await engine.stop()
    },
  }
}

/** Publishes what changed beside deliveries: environments, webhook-config, sandbox, and the status as a whole. */
function announce(engine: Engine, sandbox: Sandbox, status: Host['status']): () => void {
  const { environments, events, store } = engine
  const statusSoon = coalesce(statusPauseMs, async () => {
    events.publish([{ type: 'status', status: await status() }])
  })
  const stops = [
    statusSoon.stop,
    environments.onChange((record) => {
      const activeId = environments.active().id
      events.publish([
        { type: 'environments', environments: environments.all().map((entry) => environmentView(entry, activeId)) },
        {
          type: 'webhook-config',
          environmentId: record.id,
          webhookConfig: webhookConfigView(record, engine.receiver.origin),
        },
      ])
      statusSoon.run()
    }),
    store.onIndexed(() => statusSoon.run()),
    store.onHealth(() => statusSoon.run()),
    sandbox.onChange(() => events.publish([{ type: 'sandbox', at: new Date().toISOString() }])),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function openKeeper(folder: string): SecretKeeper {
  try {
    return openKeyFileKeeper(folder)
  } catch (error) {
    if (error instanceof StoreCannotOpen) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreCannotOpen(
      'unwritable',
      `The key file in ${folder} can be neither read nor made: ${reason}. Mend its rights, or choose another folder with --data.`,
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
