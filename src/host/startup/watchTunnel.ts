import { applyWebhookConfig, type ApplyTools } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import { webhookConfigView } from '../../engine/environments/environmentView.ts'
import { receiverPath } from '../../engine/environments/receiverPath.ts'
import type { Engine } from '../../engine/startEngine.ts'
import type { HostOptions } from '../shells/types.ts'

/**
 * Publishes each change of the tunnel, and applies a new address to the service of every environment that lets us. Where it
 * does not, the drift of its webhook-config says what is to be done.
 */
export function watchTunnel(engine: Engine, tools: ApplyTools, log: NonNullable<HostOptions['log']>): () => void {
  const { environments, events, publicAccess } = engine
  let origin = publicAccess.origin()

  return publicAccess.onChange((tunnel) => {
    events.publish([{ type: 'tunnel', tunnel }])
    if (publicAccess.origin() !== origin) {
      origin = publicAccess.origin()
      events.publish(
        environments.all().map((record) => ({
          type: 'webhook-config' as const,
          environmentId: record.id,
          webhookConfig: webhookConfigView(record, environments.lastUse, tools.originFor(record)),
        })),
      )
    }
    if (tunnel.state !== 'online') return
    for (const record of environments.all().filter((entry) => shouldFollow(entry, tools))) {
      // Decided when its turn comes: the address may have moved on by then.
      const address = (now: EnvironmentRecord) => ({ url: tools.originFor(now) + receiverPath(now) })
      applyWebhookConfig(tools, record.id, address, 'tunnel').catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        log('warn', `The service of "${record.name}" could not be updated with the new address: ${reason}`)
      })
    }
  })
}

/** Only what is live and has no address of its own choice follows the tunnel. */
function shouldFollow(record: EnvironmentRecord, tools: ApplyTools): boolean {
  const { applied, desired } = record.webhookConfig
  const url = tools.originFor(record) + receiverPath(record)
  return record.followTunnel && desired.url === null && applied !== null && applied.enabled && applied.url !== url
}
