import { join } from 'node:path'
import type { Engine } from '../engine/startEngine.ts'
import { startSandbox } from '../sandbox/startSandbox.ts'
import type { Sandbox } from '../sandbox/types.ts'
import type { HostOptions, SecretKeeper } from './types.ts'

/**
 * Starts the built-in sandbox and points the sandbox environment at it, through the same settings that a person fills in
 * for a real service: its port differs from start to start.
 */
export async function connectSandbox(
  engine: Engine,
  dataFolder: string,
  keeper: SecretKeeper,
  log: NonNullable<HostOptions['log']>,
): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, stateFile: join(dataFolder, 'sandbox.json'), keeper, log })
  const { authUrl, baseUrl, clientId, audience, username, password } = sandbox.credentials
  await engine.environments.update('sandbox', { authUrl, baseUrl, clientId, audience, username, password })
  return sandbox
}
