import type { Engine } from '../engine/startEngine.ts'
import type { Sandbox } from '../sandbox/types.ts'

/**
 * Points the sandbox environment at the built-in sandbox, through the same settings that a person fills in for a real
 * service: its port differs from start to start.
 */
export async function pointAtSandbox(engine: Engine, sandbox: Sandbox): Promise<void> {
  const { authUrl, baseUrl, clientId, audience, username, password } = sandbox.credentials
  await engine.environments.update('sandbox', { authUrl, baseUrl, clientId, audience, username, password })
}
