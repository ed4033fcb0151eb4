import { setTimeout as pause } from 'node:timers/promises'
import { testCredentials } from '../../engine/actions/access.ts'
import { applyWebhookConfig, type ApplyTools } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import { ExpectedFailure, gaveNoToken } from '../../engine/failures/expectedFailure.ts'
import type { Engine } from '../../engine/startEngine.ts'
import type { Store } from '../../engine/store/store.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import { webhookTypes } from '../../shared/model.ts'

/** The tools of a step, and the results of the steps before it. */
export interface DemoStage {
  engine: Engine
  sandbox: Sandbox
  tools: ApplyTools
  /** The payment that the script is about, once it is created. */
  paymentId: string | null
}

/** The random payment of this seed reads well on a stage. */
const seed = 39

/** Demonstration values like the sandbox's password: they verify what an emulator on this machine sends. */
export const demoSecrets = { first: 'demo-secret-of-last-year', next: 'demo-secret-of-this-year' }

/**
 * Makes the sandbox ready for the script: in use, its credentials tested, its webhook-config applied with the first
 * secret. A sandbox in which nothing has happened yet begins with the script's own data.
 */
export async function prepareDemo({ engine, sandbox, tools }: DemoStage): Promise<void> {
  const { environments } = engine
  await environments.activate('sandbox')
  if (sandbox.objects().length === 0 && (await othersOf(engine.store, new Set())) === 0) await sandbox.reset(seed)
  const token = await testCredentials(tools, 'sandbox', 'master')
  if (!token.ok) throw gaveNoToken(token.error)
  await applyWebhookConfig(tools, 'sandbox', {
    // On this machine, whatever the tunnel does: a stage may have no network.
    url: `${engine.receiver.origin}/in/${environments.get('sandbox')?.receiverKey ?? ''}`,
    enabled: true,
    webhookTypes: [...webhookTypes],
    sharedSecret: demoSecrets.first,
    send: 'all',
  })
}

/**
 * Clears the sandbox: its objects and outbox, every delivery of its environment, and its shared secrets. Other
 * environments are not touched.
 */
export async function clearStage({ engine, sandbox, tools }: DemoStage): Promise<void> {
  await sandbox.reset(seed)
  await engine.store.removeDeliveries('sandbox')
  await forgotten(engine.store)
  await tools.environments.change('sandbox', (record) => ({ ...record, sharedSecrets: [], rotation: null }))
  engine.events.publish([{ type: 'removed', environmentId: 'sandbox' }])
}

/** How many deliveries are counted at most: beyond it the number tells a reader no more. */
const maxCounted = 100

/** How many deliveries of the sandbox are not among `own`, at most 100. */
export async function othersOf(store: Store, own: ReadonlySet<string>): Promise<number> {
  const { items } = await store.list({ environment: 'sandbox', limit: maxCounted + own.size })
  return Math.min(maxCounted, items.filter(({ id }) => !own.has(id)).length)
}

const glanceMs = 5
const settleTimeoutMs = 5000

/** Resolves when the index has dropped the removed deliveries, so that the same notifications do not count as duplicates. */
async function forgotten(store: Store): Promise<void> {
  const until = Date.now() + settleTimeoutMs
  while ((await store.objects({ environment: 'sandbox', limit: 1 })).items.length > 0) {
    if (Date.now() > until) {
      throw new ExpectedFailure({ code: 'still-removing', fields: {} })
    }
    await pause(glanceMs)
  }
}
