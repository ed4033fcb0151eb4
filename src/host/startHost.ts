import { mkdirSync } from 'node:fs'
import type { ApplyTools } from '../engine/actions/applyWebhookConfig.ts'
import { environmentView, webhookConfigView } from '../engine/environments/environmentView.ts'
import type { SecretSeal } from '../engine/environments/openEnvironments.ts'
import { type Engine, startEngine } from '../engine/startEngine.ts'
import { StoreCannotOpen } from '../engine/store/types.ts'
import type { Sandbox } from '../sandbox/types.ts'
import { applyEnvironmentVariables } from './applyEnvironmentVariables.ts'
import { buildRouter } from './buildRouter.ts'
import { connectSandbox } from './connectSandbox.ts'
import { coalesce } from './coalesce.ts'
import { describeStatus } from './describeStatus.ts'
import { openKeyFileKeeper } from './openKeyFileKeeper.ts'
import type { Host, HostOptions } from './types.ts'

/** At most one status event in this time, ms: counts change with every delivery. */
const statusPauseMs = 250

/**
 * Starts engine and sandbox and puts one router over them.
 * Throws StoreCannotOpen (locked, newer schema, unwritable, corrupt) or ReceiverCannotListen; nothing stays open then.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  makeFolder(options.dataFolder)
  const keeper = options.keeper ?? openKeyFileKeeper(options.dataFolder)
  const seal: SecretSeal = keeper
  const log = options.log ?? (() => undefined)
  const engine = await startEngine({ dataFolder: options.dataFolder, receiverPort: options.receiverPort, seal, log })
  let sandbox: Sandbox
  try {
    sandbox = await connectSandbox(engine, options.dataFolder, keeper, log)
    await applyEnvironmentVariables(engine.environments, options.environmentVariables ?? {})
  } catch (error) {
    await engine.stop()
    throw error
  }

  const { version, dataFolder } = options
  const status = async () => describeStatus(engine, { version, dataFolder, secretStorage: keeper.description })
  const tools: ApplyTools = {
    environments: engine.environments,
    client: engine.client,
    seal,
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
