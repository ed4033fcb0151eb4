import type { Sandbox } from '../sandbox/types.ts'
import type { SandboxState } from '../shared/wireTypes.ts'

/** The sandbox as its panel shows it. */
export function sandboxView(sandbox: Sandbox): SandboxState {
  const { authUrl, baseUrl, clientId, audience, username, organizationId } = sandbox.credentials
  return {
    url: sandbox.url,
    authUrl,
    baseUrl,
    clientId,
    audience,
    username,
    organizationId,
    webhookConfig: sandbox.webhookConfig(),
    settings: sandbox.settings(),
    objects: sandbox.objects(),
    outbox: sandbox.outbox(),
  }
}
